// A server of Hummingbird with our routes, for `live.py`:
//
//   HummingbirdHost responder            our routes alone
//   HummingbirdHost middleware           our routes before those of Hummingbird
//   HummingbirdHost table SIDE FILE      the routes of a file: SIDE is theirs, ours, functions or both,
//                                        or none for a responder without a router
//
// It writes its port when it listens.
import AdapterSite
import Foundation
import Hummingbird
import HummingbirdCore
import NIOCore
import SwitchyardHTTP
import SwitchyardHummingbird

@main enum Host {
  static func main() async throws {
    let arguments = Array(CommandLine.arguments.dropFirst())
    switch arguments.first {
    case "responder": try await serve(SwitchyardResponder<HostContext>(try Site().responder))
    case "middleware":
      let router = Theirs.router()
      router.add(middleware: SwitchyardMiddleware(try Site().responder))
      Theirs.addRoutes(to: router)
      try await serve(router.buildResponder())
    case "table" where arguments.count == 3:
      let text = try String(contentsOfFile: arguments[2], encoding: .utf8)
      let patterns = text.split(separator: "\n").map(String.init)
      switch arguments[1] {
      case "theirs": try await serve(Theirs.table(patterns).buildResponder())
      case "none": try await serve(NoRouter())
      case "both":
        let router = Theirs.router()
        router.add(middleware: SwitchyardMiddleware(try Site.table(patterns, functions: false)))
        try await serve(router.buildResponder())
      default:
        let responder = try Site.table(patterns, functions: arguments[1] == "functions")
        try await serve(SwitchyardResponder<HostContext>(responder))
      }
    default: print("usage: HummingbirdHost responder | middleware | table SIDE FILE")
    }
  }

  private static func serve<Responder: HTTPResponder>(_ responder: Responder) async throws
  where Responder.Context == HostContext {
    let app = Application(
      responder: responder,
      configuration: ApplicationConfiguration(address: .hostname("127.0.0.1", port: 0)),
      onServerRunning: { channel in
        FileHandle.standardOutput.write(Data("port \(channel.localAddress?.port ?? 0)\n".utf8))
      }
    )
    try await app.runService()
  }
}

/// A context that knows the client's address.
struct HostContext: RequestContext, RemoteAddressRequestContext {
  var coreContext: CoreRequestContextStorage
  let remoteAddress: SocketAddress?

  init(source: ApplicationRequestContextSource) {
    coreContext = CoreRequestContextStorage(source: source)
    remoteAddress = source.channel.remoteAddress
  }
}
