public import RoutePatterns
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
}

extension RouteTrace.Step {
  /// The change of a tree that the handler has made; `nil` for a handler of another kind, and for
  /// a note that cannot be read.
  public var tree: TreeTrace? {
    guard let note = notes[TreeTrace.noteName] else { return nil }
    return try? JSONDecoder().decode(TreeTrace.self, from: Data(note.utf8))
  }
}
