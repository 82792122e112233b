public import Switchyard

#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// The change of a tree in the trace of a dispatch: the state before and after, and the steps from
/// one to the other.
///
///     configuration.onTrace = { trace in
///       for step in trace.steps { print(step, step.tree?.steps ?? []) }
///     }
///
/// A store that is attached to a router leaves it with the map of the endpoint. The values of
/// parameters are withheld as the trace has them: each is `…`, and those of queries are left out.
/// Of states that have more than 512 nodes, or take more than 64 KiB, there is none: a note
/// by the name `tree.omitted` says so.
public struct TreeTrace: Hashable, Sendable, Codable {
  /// The state before.
  public var before: RouterState
  /// The state after; the same where nothing changed.
  public var after: RouterState
  /// The steps from the one to the other, each in words: `push /books/:id onto stack(/books)`.
  public var steps: [String]
  /// The reason that there was no change, where the tree refused the request.
  public var refusal: String?

  /// Makes the trace of a change, as for a test of what shows one.
  public init(
    before: RouterState,
    after: RouterState,
    steps: [String] = [],
    refusal: String? = nil
  ) {
    self.before = before
    self.after = after
    self.steps = steps
    self.refusal = refusal
  }

  /// The name of the note that holds it.
  static let noteName = "tree"
  /// The name of the note that says why there is none.
  static let omissionName = "tree.omitted"
  /// The most nodes that both states have together, of which a note is made.
  static let nodeLimit = 512
  /// The most bytes of a note.
  static let noteLength = 65_536
}

extension TreeTrace {
  /// The trace of a request to a store, with the values that a trace takes in.
  init(
    from old: RouterState,
    to new: RouterState,
    _ outcome: NavigationOutcome,
    _ values: RouteTrace.Values
  ) {
    before = old.withholding(values)
    after = outcome.error == nil ? new.withholding(values) : before
    switch outcome {
    case .changed(let transition):
      steps = transition.steps.map { step in
        // As it reads everywhere in a trace, and not as it stands in a URL.
        "\(step.withholding(values))"
          .replacing(ParameterValue(RouteTrace.withheld).raw, with: RouteTrace.withheld)
      }
    case .unchanged: steps = []
    case .rejected(let error):
      steps = []
      refusal = values.contains(.errors) ? "\(error)" : "\(type(of: error))"
    }
  }
}

extension RouteContext {
  /// Leaves the change of a tree in the trace of the dispatch; the handler's thread makes the note,
  /// and so it is not made of all that a visitor has kept.
  func noteChange(
    from old: RouterState,
    to new: RouterState,
    _ outcome: NavigationOutcome,
    _ values: RouteTrace.Values
  ) {
    let count = old.nodeCount + new.nodeCount
    guard count <= TreeTrace.nodeLimit else {
      return note(TreeTrace.omissionName, "The states have \(count) nodes.")
    }
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    let trace = TreeTrace(from: old, to: new, outcome, values)
    guard let data = try? encoder.encode(trace) else { return }
    guard data.count <= TreeTrace.noteLength else {
      return note(TreeTrace.omissionName, "The states take \(data.count) bytes.")
    }
    note(TreeTrace.noteName, String(decoding: data, as: UTF8.self))
  }
}

extension RouteTrace.Step {
  /// The change of a tree that the handler has made; `nil` for a handler of another kind, and for
  /// a note that cannot be read.
  public var tree: TreeTrace? {
    guard let note = notes[TreeTrace.noteName] else { return nil }
    return try? JSONDecoder().decode(TreeTrace.self, from: Data(note.utf8))
  }
}

extension RouterState {
  fileprivate var nodeCount: Int { kept.reduce(active.count) { $0 + $1.count } }

  /// Returns the state without the values that a trace withholds.
  fileprivate func withholding(_ values: RouteTrace.Values) -> RouterState {
    var state = self
    state.active = active.map { $0.withholding(values) }
    state.kept = kept.map { $0.map { $0.withholding(values) } }
    return state
  }
}

extension ActiveNode {
  fileprivate func withholding(_ values: RouteTrace.Values) -> ActiveNode {
    var node = self
    node.parameters = parameters.withholding(values)
    return node
  }
}

extension RouteParameters {
  fileprivate func withholding(_ values: RouteTrace.Values) -> RouteParameters {
    var parameters = self
    if !values.contains(.path) {
      for name in path.names {
        parameters.path.setValue(ParameterValue(RouteTrace.withheld), of: name)
      }
    }
    if !values.contains(.query) {
      parameters.query = QueryParameters()
      parameters.fragment = nil
    }
    return parameters
  }
}

extension TransitionStep {
  fileprivate func withholding(_ values: RouteTrace.Values) -> TransitionStep {
    guard case .setParameters(let node, let parameters) = self else { return self }
    return .setParameters(node, parameters.withholding(values))
  }
}
