import TestSupport
import Foundation
import SwitchyardFleet
import Trials

/// One run of the trial with several processes.
struct Plan {
  let routes: Int
  let processes: Int
  let changes: Int
  /// The most requests of a process.
  let requests: Int
  /// The script that starts a server of PostgreSQL.
  let script: String?

  func run(_ store: String, seed: UInt64) async throws -> String {
    let folder = FileManager.default.temporaryDirectory.path + "/fleet-\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    if store == "postgres" {
      chmod(folder, 0o755)
      try server("make", folder)
    }
    defer { if store == "postgres" { try? server("remove", folder) } }
    let source = try Table.source(store, folder)
    let publisher = RoutePublisher(source)
    let first = [Table.lock] + Table.pair(0) + (0..<routes).map { Table.plain($0) }
    try await publisher.publish(first)
    let workers = try (0..<processes).map { number in
      let process = Process()
      process.executableURL = Bundle.main.executableURL
      process.arguments = ["work", folder, store, "\(number)", "\(requests)"]
      try process.run()
      return process
    }
    defer { for worker in workers where worker.isRunning { worker.terminate() } }
    try await waitForAll(source)
    let (starts, refused) = try await publish(publisher, seed)
    try await Task.sleep(for: .seconds(1))
    _ = FileManager.default.createFile(atPath: folder + "/stop", contents: nil)
    for worker in workers { worker.waitUntilExit() }
    let (ends, answered) = try notes(folder)
    var latencies: [Double] = []
    for (generation, start) in starts {
      guard let all = ends[generation], all.count == processes, let last = all.max() else {
        // A process that was late has gone on to the next at once.
        continue
      }
      latencies.append(last - start)
    }
    for (generation, _) in ends where starts[generation] == nil && generation != 1 {
      throw Disagreement("a process has had generation \(generation), which was refused")
    }
    return
      "\(processes) processes, \(routes) routes, \(starts.count) generations, active on all in "
      + "\(latencies.words), \(starts.count - latencies.count) passed over; \(refused) refused everywhere; "
      + "\(answered) requests, none met half a generation"
  }

  private func server(_ command: String, _ folder: String) throws {
    // Not by `Process`, which waits for the server as well, since that inherits a descriptor of it.
    let ending = try ChildProgram(["bash", script ?? "", command, Table.server(folder)]).wait()
    guard ending == .exited(0) else { throw Disagreement("the server does not \(command)") }
  }

  /// Waits until all processes have what is active: who is not there is not asked.
  private func waitForAll(_ source: RouteSource) async throws {
    let end = ContinuousClock.now + .seconds(120)
    while true {
      let status = try await source.status()
      let isThere = status.servers.count { $0.status != nil } == processes
      if isThere, status.isCurrent { return }
      guard ContinuousClock.now < end else { throw Disagreement("not all are there: \(status)") }
      try await Task.sleep(for: .milliseconds(50))
    }
  }

  /// Publishes ten generations a second.
  private func publish(
    _ publisher: RoutePublisher,
    _ seed: UInt64
  ) async throws -> (starts: [Int: Double], refused: Int) {
    var generator = SeededGenerator(seed: seed)
    var starts: [Int: Double] = [:]
    var refused = 0
    var next = ContinuousClock.now
    for version in 1...changes {
      next += .milliseconds(100)
      let table = try await publisher.table().listing
      let old = table.filter { $0.pattern.hasPrefix("/pair/") }
      let place = generator.below(routes)
      let page = table.first { $0.pattern == Table.plain(place).pattern }
      let removed = (old + [page].compactMap { $0 }).compactMap(\.order)
      var added = Table.pair(version) + [Table.plain(place, version: version)]
      if version % 10 == 0 {
        added.append(RouteDescription(.map, "/bad\(version)", handler: "nobody has it"))
        do {
          try await publisher.publish(removing: removed, adding: added)
          throw Disagreement("a generation with an unknown key was taken")
        } catch let error as PublicationError {
          guard error.refused?.reasons.count == processes else { throw error }
          refused += 1
        }
      } else {
        let start = milliseconds()
        let generation = try await publisher.publish(removing: removed, adding: added)
        starts[generation.number] = start
      }
      try? await Task.sleep(until: next)
    }
    return (starts, refused)
  }

  private func notes(_ folder: String) throws -> (ends: [Int: [Double]], answered: Int) {
    var ends: [Int: [Double]] = [:]
    var answered = 0
    for number in 0..<processes {
      let text = try String(contentsOfFile: "\(folder)/worker-\(number).notes", encoding: .utf8)
      for line in text.split(separator: "\n") {
        let words = line.split(separator: " ", maxSplits: 1).map { String($0) }
        switch words[0] {
        case "fault": throw Disagreement("worker \(number): \(words[1])")
        case "requests": answered += Int(words[1]) ?? 0
        default: ends[Int(words[0]) ?? 0, default: []].append(Double(words[1]) ?? 0)
        }
      }
    }
    return (ends, answered)
  }
}
