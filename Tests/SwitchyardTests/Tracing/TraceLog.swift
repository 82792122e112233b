import Foundation
import Switchyard
import TestSupport

/// The traces that a router hands out.
final class TraceLog: Sendable {
  private let traces = Shared<[RouteTrace]>([])

  func receive(_ trace: RouteTrace) { traces.withLock { $0.append(trace) } }

  var all: [RouteTrace] { traces.withLock { $0 } }

  /// What was handed out since the last time.
  func take() -> [RouteTrace] {
    traces.withLock { traces in
      defer { traces = [] }
      return traces
    }
  }

  /// The steps of the last one, each as `KIND PATTERN ANSWER`, behind the targets of their legs.
  var lastSteps: [String] {
    all.last?.legs.flatMap { leg in ["\(leg.cause) \(leg.target)"] + leg.steps.map(\.text) } ?? []
  }
}

extension RouteTrace.Step {
  /// The step without its name.
  var text: String {
    "\(kind.rawValue) \(pattern) \(answer)\(hop.map { " to \($0)" } ?? "")\(isAskedAgain ? ", again" : "")"
  }
}

extension RouteTrace {
  /// All that is written of it.
  var coded: String {
    get throws {
      let encoder = JSONEncoder()
      encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
      return String(decoding: try encoder.encode(self), as: UTF8.self)
    }
  }
}
