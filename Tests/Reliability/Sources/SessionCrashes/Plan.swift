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

  /// Plays the run, and returns its figures.
  func run() async throws -> String {
    let folder = FileManager.default.temporaryDirectory.path + "/crashes-\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let stand = Stand(folder)
    var list = ""
    for _ in 0..<sessions {
      list += try await stand.sessions.begin { try $0.go(to: "steps") }.id.text + "\n"
    }
    try list.write(toFile: stand.list, atomically: true, encoding: .utf8)
    let kills = try await playing(folder)
    let (answers, waiting) = try journals(folder)
    guard waiting == 0 else { throw Disagreement("\(waiting) requests have no answer") }
    try await check(answers, stand)
    return "\(answers.values.reduce(0) { $0 + $1.count }) requests, \(sessions) sessions, "
      + "\(processes) processes, \(kills) killed; none lost, none doubled; seed \(seed)"
  }

  /// Has processes work and be killed until there are answers enough.
  private func playing(_ folder: String) async throws -> Int {
    var generator = SeededGenerator(seed: seed)
    var kills = 0
    var workers = try (0..<processes).map { try start($0, folder, &generator) }
    while try count(folder) < requests {
      try await Task.sleep(for: .milliseconds(pause))
      let victim = generator.below(processes)
      guard workers[victim].isRunning else { throw Disagreement("a process has ended by itself") }
      kill(workers[victim].processIdentifier, SIGKILL)
      workers[victim].waitUntilExit()
      kills += 1
      workers[victim] = try start(victim, folder, &generator)
    }
    _ = FileManager.default.createFile(atPath: folder + "/stop", contents: nil)
    for worker in workers {
      worker.waitUntilExit()
      guard worker.terminationStatus == 0 else { throw Disagreement("a process has failed") }
    }
    return kills
  }

  private func start(
    _ number: Int,
    _ folder: String,
    _ generator: inout SeededGenerator
  ) throws -> Process {
    let process = Process()
    process.executableURL = Bundle.main.executableURL
    process.arguments = ["work", folder, "worker-\(number)", "\(generator.next())"]
    try process.run()
    return process
  }

  /// The bytes of the journals tell well enough how many answers there are.
  private func count(_ folder: String) throws -> Int {
    let bytes = (0..<processes).reduce(0) { sum, number in
      let path = "\(folder)/worker-\(number).journal"
      let attributes = try? FileManager.default.attributesOfItem(atPath: path)
      return sum + (attributes?[.size] as? Int ?? 0)
    }
    return bytes / 140
  }

  /// Returns the outcomes of each session, and how many requests have none.
  private func journals(_ folder: String) throws -> (
    answers: [SessionIdentifier: [Int]], waiting: Int
  ) {
    var (answers, waiting) = ([SessionIdentifier: [Int]](), 0)
    for number in 0..<processes {
      for (request, outcome) in try Journal.read("\(folder)/worker-\(number).journal") {
        if let outcome {
          answers[request.id, default: []].append(outcome)
        } else {
          waiting += 1
        }
      }
    }
    return (answers, waiting)
  }

  /// Checks that the outcomes of each session are the numbers up to its count, each once.
  private func check(_ answers: [SessionIdentifier: [Int]], _ stand: Stand) async throws {
    for id in try stand.identifiers() {
      guard let state = try await stand.sessions.state(of: id) else {
        throw Disagreement("\(id) is gone")
      }
      let outcomes = (answers[id] ?? []).sorted()
      guard outcomes == Array(1..<(state.value.count + 1)) else {
        throw Disagreement("\(id) has made \(state.value.count) steps, and answered \(outcomes)")
      }
      let shown = state.navigation.current?.parameters.path["number"] ?? "0"
      guard shown == "\(state.value.count)" else {
        throw Disagreement("\(id) shows step \(shown) of \(state.value.count)")
      }
    }
  }
}
