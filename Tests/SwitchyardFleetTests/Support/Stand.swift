import Foundation
import SwitchyardFleet
import Testing

@testable import SwitchyardFleet

/// A route in one line: its kind, its pattern, and behind these `key=…`, `open`, `needs=NAME`, `not=PATTERN` or
/// `version=…`.
func route(_ line: String) -> RouteDescription {
  let words = line.split(separator: " ").map { String($0) }
  var route = RouteDescription(RouteKind(rawValue: words[0]) ?? .map, words[1], name: "plain")
  for word in words.dropFirst(2) {
    let parts = word.split(separator: "=", maxSplits: 1).map { String($0) }
    switch parts[0] {
    case "key": route.name = parts[1]
    case "open": route.access = .public("a test")
    case "needs": route.access = .requires(parts[1])
    case "not": route.exceptions = (route.exceptions ?? []) + [parts[1]]
    case "method": route.tags.append(.method(RequestMethod(rawValue: parts[1]) ?? .get))
    default: route.configuration = [parts[0]: parts[1]]
    }
  }
  return route
}

extension RouteHandlers {
  /// Handlers that have no effect, or that tell of the version they were made for.
  static func plain(_ notes: @escaping @Sendable (String) -> Void = { _ in }) -> RouteHandlers {
    var handlers = RouteHandlers()
    handlers.map("plain") { _ in }
    handlers.map("other") { _ in }
    handlers.guard("card") { _ in .allow }
    handlers.guard("staff") { _ in .allow }
    handlers.proxy("pass") { _ in .pass }
    handlers.around("around") { _, next in try await next() }
    handlers.map("versioned") { (settings: HandlerSettings) in
      let version = try settings.require("version")
      return { context in notes("\(context[GuardVersion.self] ?? "none") \(version)") }
    }
    handlers.guard("versioned guard") { (settings: HandlerSettings) in
      let version = try settings.require("version")
      return { context in
        context[GuardVersion.self] = version
        return .allow
      }
    }
    return handlers
  }
}

/// The version of the guard that has allowed a target.
enum GuardVersion: RouteContextKey { typealias Value = String }

/// A table, its router, and the generations that are made of it one after the other.
struct Stand {
  let router: Router
  let shared: SharedRoutes

  init(
    _ handlers: RouteHandlers = .plain(),
    _ options: SharedRoutes.Options = SharedRoutes.Options(),
    _ configuration: Router.Configuration = .server
  ) {
    var configuration = configuration
    configuration.onFault = { _ in }
    router = Router(configuration)
    shared = SharedRoutes(of: router, handlers: handlers, options: options)
  }

  /// The generation that changes the table as it is now.
  func next(
    removing removed: [Int] = [],
    adding added: [RouteDescription]
  ) async -> RouteGeneration {
    let table = await shared.table
    return table.generation(table.number + 1, removing: removed, adding: added, note: nil)
  }

  @discardableResult
  func apply(
    removing removed: [Int] = [],
    adding added: [RouteDescription]
  ) async throws -> RouteGeneration {
    let generation = await next(removing: removed, adding: added)
    try await shared.apply(generation)
    return generation
  }
}

/// A folder that is there as long as a test runs.
final class TestFolder: Sendable {
  let path: String

  init() throws {
    path = FileManager.default.temporaryDirectory.path + "/fleet-\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }
}
