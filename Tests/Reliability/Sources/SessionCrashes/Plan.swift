import TestSupport
import Foundation
import SwitchyardSessions
import Trials

/// One run of the trial.
struct Plan {
  let requests: Int
  let sessions: Int
  let processes: Int
  let pause: Int
  let seed: UInt64
  /// The script that starts a server of PostgreSQL; without it sessions are in a file.
  let script: String?
  /// Whether commits wait for the server's disk.
  let isSynchronous: Bool

  /// What was done while processes made steps.
  struct Events {
    var kills = 0
    /// When the server had ended, in milliseconds: once as in a crash, and once in order.
    var ends: [Int] = []
  }

  /// Plays the run, and returns its figures.
  func run() async throws -> String {
    let folder = FileManager.default.temporaryDirectory.path + "/crashes-\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    do {
      let figures = try await figures(folder)
      try? FileManager.default.removeItem(atPath: folder)
      return figures
    } catch {
      throw Disagreement("\(error)\nThe journals are in \(folder).")
    }
  }

  private func figures(_ folder: String) async throws -> String {
    if script != nil {
      chmod(folder, 0o755)
      try server("make", folder)
      let commit = isSynchronous ? "on" : "off"
      try commit.write(toFile: Stand.commit(folder), atomically: true, encoding: .utf8)
    }
    defer { if script != nil { try? server("remove", folder) } }
    let stand = Stand(folder)
    try await stand.begin(sessions)
    let start = milliseconds()
    let events = try await playing(folder)
    let seconds = (milliseconds() - start) / 1000
    let ledger = try Ledger(folder)
    // Another server than those that made the steps: it has read none of them.
    let losses = try await ledger.check(
      Stand(folder),
      crash: isSynchronous ? nil : events.ends.first
    )
    return "\(ledger.count) requests, \(sessions) sessions, \(processes) processes, "
      + "\(events.kills) killed, \(seconds) s; "
      + (script == nil ? "" : "PostgreSQL ended \(events.ends.count) times; ")
      + "\(losses), none doubled; seed \(seed)"
  }

  /// Has processes work and be killed until there are answers enough.
  private func playing(_ folder: String) async throws -> Events {
    var generator = SeededGenerator(seed: seed)
    var events = Events()
    var workers = try (0..<processes).map { try start($0, folder, &generator) }
    while true {
      let count = try count(folder)
      guard count < requests || (script != nil && events.ends.count < 2) else { break }
      try await Task.sleep(for: .milliseconds(pause))
      let victim = generator.below(processes)
      workers[victim].signal(SIGKILL)
      guard workers[victim].wait() == .signalled(SIGKILL) else {
        throw Disagreement("a process has ended by itself")
      }
      events.kills += 1
      workers[victim] = try start(victim, folder, &generator)
      if script != nil, events.ends.count < 2, count > requests * (events.ends.count + 1) / 3 {
        try server(events.ends.isEmpty ? "crash" : "stop", folder)
        events.ends.append(milliseconds())
        try await Task.sleep(for: .milliseconds(500))
        try server("start", folder)
      }
    }
    _ = FileManager.default.createFile(atPath: folder + "/stop", contents: nil)
    for worker in workers {
      guard worker.wait() == .exited(0) else { throw Disagreement("a process has failed") }
    }
    return events
  }

  private func server(_ command: String, _ folder: String) throws {
    // Not by `Process`, which waits for the server as well, since that inherits a descriptor of it.
    let ending = try ChildProgram(["bash", script ?? "", command, Stand.server(folder)]).wait()
    guard ending == .exited(0) else { throw Disagreement("the server does not \(command)") }
  }

  private func start(
    _ number: Int,
    _ folder: String,
    _ generator: inout SeededGenerator
  ) throws -> ChildProgram {
    let program = Bundle.main.executableURL?.path ?? CommandLine.arguments[0]
    return try ChildProgram(
      [program, "work", folder, "worker-\(number)", "\(generator.next())"],
      errors: .standardError
    )
  }

  /// The bytes of the journals tell well enough how many answers there are.
  private func count(_ folder: String) throws -> Int {
    let bytes = try Journal.paths(in: folder).reduce(0) { sum, path in
      let attributes = try? FileManager.default.attributesOfItem(atPath: path)
      return sum + (attributes?[.size] as? Int ?? 0)
    }
    return bytes / Journal.length
  }
}
