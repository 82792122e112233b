import Foundation
import RouteTables
import Switchyard

/// Registering many routes, in a process of its own, whose memory is that of the routes and no other.
final class Registration {
  static let name = "parse and map, a route"

  let count: Int
  let limit: Double
  let progress: Progress

  init(count: Int, limit: Double, progress: Progress) {
    self.count = count
    self.limit = limit
    self.progress = progress
  }

  var group: String { "registration of \(count) routes" }

  func contestants() -> [Contestant] {
    progress.say("\(group): trying")
    guard (try? measure()) != nil else {
      let reason = "it had not ended after \(Int(limit)) s"
      progress.leaveOut(Absence(name: group, reason: reason, isOurs: true))
      return []
    }
    return [Contestant(group: group, name: Self.name, most: 1) { _ in try self.measure() }]
  }

  private func measure() throws -> Spent {
    let process = Process()
    let output = Pipe()
    process.executableURL = URL(fileURLWithPath: CommandLine.arguments[0]).absoluteURL
    process.arguments = ["register", "\(count)", "\(limit)"]
    process.standardOutput = output
    try process.run()
    let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    let figures = text.split(whereSeparator: \.isWhitespace).compactMap { Double($0) }
    guard figures.count == 2 else { throw Peer.Failure(reason: "it took too long") }
    return Spent(nanoseconds: figures[0], bytes: figures[1])
  }

  /// What the process does: prints nanoseconds and bytes for a route, the first lookups counted in.
  static func run(_ count: Int, limit: Double) throws {
    let table = RouteTable.synthetic(count)
    let lookups = try Lookups(table.hits.map(\.path))
    let router = Router(.server)
    let before = residentBytes()
    var routes: [RouteID]?
    let spent = try timed {
      routes = try router.register(table, limit: limit)
      if routes != nil { try lookups.match(in: router, min(table.hits.count, 1_000)) }
    }
    guard routes != nil else { return }
    let bytes = residentBytes() - before
    print(spent.nanoseconds / Double(count), bytes / Double(count))
  }

  /// The pages in memory; nothing where the kernel does not tell.
  private static func residentBytes() -> Double {
    let text = (try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8)) ?? ""
    let fields = text.split(separator: " ")
    return fields.count > 1 ? (Double(fields[1]) ?? 0) * Double(sysconf(Int32(_SC_PAGESIZE))) : 0
  }
}
