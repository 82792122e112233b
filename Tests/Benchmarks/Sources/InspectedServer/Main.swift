import Foundation
import RouteTables
import SwitchyardInspector
import SwitchyardServer

/// A server of many routes behind ten guards, with an inspector or without, for `inspector.sh`.
///
///     InspectedServer PORT ROUTES plain|whole|LIMIT      with the most traces in a second, or all
///
/// It prints paths that lead to its routes, and with `inspector ` before it the one that opens the inspector; it is
/// there when it has.
@main enum InspectedServer {
  static func main() async throws {
    let arguments = CommandLine.arguments
    guard arguments.count == 4, let port = UInt16(arguments[1]), let count = Int(arguments[2])
    else {
      fatalError("usage: InspectedServer PORT ROUTES plain|whole|LIMIT")
    }
    let isInspected = arguments[3] != "plain"
    let table = RouteTable.synthetic(count)
    let inspector = RouteInspector()
    var configuration = Router.Configuration.server
    if isInspected { configuration.onTrace = inspector.record }
    configuration.traceLimit = Int(arguments[3])
    let router = Router(configuration)
    try router.update { router in
      router.guard("/*", name: "known") { _, decide in decide(.allow) }
      let services = Set(table.patterns.compactMap { $0.split(separator: "/").first })
      for service in services.sorted().prefix(9) {
        let pattern = try RoutePattern(parsing: "/\(service)/*")
        router.guard(pattern, name: "\(service)") { _, decide in decide(.allow) }
      }
      for text in table.patterns {
        let pattern = try RoutePattern(parsing: text)
        router.get(pattern, calledOn: .serverThread) { _ in .text("Hello") }
      }
    }
    if isInspected { try router.mountInspector(inspector, access: .thisMachine) }

    var settings = EmbeddedServer.Configuration()
    settings.port = port
    settings.threads = 2
    let server = try EmbeddedServer(router: router, configuration: settings)
    try server.start()
    for hit in table.hits.prefix(200) { print(hit.path) }
    if isInspected { print("inspector \(inspector.address(on: ""))") }
    print("ready")
    // What is in the way of a pipe is not seen by whoever waits for it.
    fflush(nil)
    while true { try await Task.sleep(for: .seconds(3600)) }
  }
}
