import Foundation
import RouteTables
import Switchyard

/// A table of routes: ours, the floors and the peers.
struct TableRows {
  static let match = "match, from bytes"
  static let text = "match, from a String"
  static let misses = "match, misses"
  static let regex = "bare regex (C)"
  static let hash = "hash (C)"

  let table: RouteTable
  /// How long a router may take to take the routes in, in seconds.
  let limit: Double
  /// Programs to compare with.
  let peers: [(name: String, command: [String])]
  let progress: Progress

  var group: String { Self.group(table) }

  static func group(_ table: RouteTable) -> String {
    table.name == "github" ? "130 routes of GitHub's API" : "\(table.name) synthetic routes"
  }

  func contestants() throws -> [Contestant] {
    try ours() + floors() + peers.compactMap(peer)
  }

  private func ours() throws -> [Contestant] {
    progress.say("\(group): registering")
    let router = Router(.server)
    guard let routes = try router.register(table, limit: limit) else {
      leaveOut("Switchyard", "it had not registered the routes after \(Int(limit)) s", isOurs: true)
      return []
    }
    try check(router, routes)
    let hits = try Lookups(table.hits.map(\.path))
    let texts = try Lookups(table.hits.map(\.path))
    let misses = try Lookups(table.misses.map(\.path))
    var rows = [
      Contestant(group: group, name: Self.match, isLookup: true) { times in
        try timed { try hits.match(in: router, times) }
      },
      Contestant(group: group, name: Self.text, isLookup: true) { times in
        try timed { try texts.matchTexts(in: router, times) }
      },
    ]
    if !table.misses.isEmpty {
      rows.append(
        Contestant(group: group, name: Self.misses, isLookup: true) { times in
          try timed { try misses.match(in: router, times) }
        }
      )
    }
    return rows
  }

  /// Ours is asked for every path before it is measured, as the peers are.
  private func check(_ router: Router, _ routes: [RouteID]) throws {
    // A sample is enough where a lookup takes long.
    let clock = ContinuousClock()
    let start = clock.now
    for lookup in table.lookups where nanoseconds(clock.now - start) < limit * 1e9 {
      let found = try router.match(RouteTarget(lookup.path))
      let values = found.map { found in
        lookup.values.indices.map { index in
          found.range(at: index).map {
            String(decoding: Array(lookup.path.utf8)[$0], as: UTF8.self)
          }
        }
      }
      guard found?.route == lookup.route.map({ routes[$0] }), values ?? [] == lookup.values else {
        fatalError("\(lookup.path) gave \(String(describing: found))")
      }
    }
  }

  private func floors() -> [Contestant] {
    progress.say("\(group): compiling regular expressions")
    let bare = BareSearch(table)
    return [
      Contestant(group: group, name: Self.regex, run: bare.match),
      Contestant(group: group, name: Self.hash, run: bare.find),
    ]
  }

  private func peer(_ name: String, _ command: [String]) throws -> Contestant? {
    progress.say("\(group): starting \(name)")
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("switchyard-routes-\(ProcessInfo.processInfo.processIdentifier)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    try table.write(to: folder.path)
    let files = ["routes", "paths", "expected"].map { "\(folder.path)/\($0)_\(table.name).txt" }
    do {
      let peer = try Peer(command + files, limit: limit)
      return Contestant(group: group, name: name, run: peer.run)
    } catch let failure as Peer.Failure {
      leaveOut(name, failure.reason, isOurs: false)
      return nil
    }
  }

  private func leaveOut(_ name: String, _ reason: String, isOurs: Bool) {
    progress.leaveOut(Absence(name: "\(name), \(group)", reason: reason, isOurs: isOurs))
  }
}
