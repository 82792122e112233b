import Foundation
import SwitchyardSessions
import Trials

/// What all processes were answered, which the sessions have to have.
struct Ledger {
  private let answers: [SessionIdentifier: [Journal.Answer]]

  /// Reads the journals of a folder; no request may be without an answer.
  init(_ folder: String) throws {
    var (answers, waiting) = ([SessionIdentifier: [Journal.Answer]](), 0)
    for path in try Journal.paths(in: folder) {
      for (request, answer) in try Journal.read(path) {
        if let answer {
          answers[request.id, default: []].append(answer)
        } else {
          waiting += 1
        }
      }
    }
    guard waiting == 0 else { throw Disagreement("\(waiting) requests have no answer") }
    self.answers = answers
  }

  var count: Int { answers.values.reduce(0) { $0 + $1.count } }

  /// Says what is lost.
  ///
  /// The outcomes of each session are to be the numbers up to its count, each once, and it shows the last. With the time
  /// at which the server had ended some may be lost; without one that is an error.
  func check(_ stand: Stand, crash: Int?) async throws -> String {
    var lost: [Int] = []
    for id in try stand.identifiers() {
      guard let state = try await stand.sessions.state(of: id) else {
        throw Disagreement("\(id) is gone")
      }
      let count = state.value.count
      let made = answers[id, default: []].sorted { ($0.outcome, $0.time) < ($1.outcome, $1.time) }
      // Of two answers with the same number the earlier is that of a step that was lost.
      let later = zip(made, made.dropFirst() + [.init(outcome: 0, time: 0)])
      let kept = later.filter { $0.outcome != $1.outcome && $0.outcome <= count }.map(\.0.outcome)
      let ages = later.filter { $0.outcome == $1.outcome || $0.outcome > count }.map(\.0.time)
      guard kept == Array(1..<(count + 1)), crash != nil || ages.isEmpty else {
        throw Disagreement("\(id) has made \(count) steps, and answered \(made.map(\.outcome))")
      }
      lost += ages.map { (crash ?? 0) - $0 }
      let shown = state.navigation.current?.parameters.path["number"] ?? "0"
      guard shown == "\(count)" else {
        throw Disagreement("\(id) shows step \(shown) of \(count)")
      }
    }
    return lost.isEmpty
      ? "none lost" : "\(lost.count) lost, of the last \(lost.max() ?? 0) ms before its end"
  }
}
