import Synchronization

/// The dispatches that wait for the one whose handler is running, found in the task of the handler.
///
/// A dispatch of a serial router that one of these handlers waits for would wait for it in turn; it is told
/// so instead.
final class Ancestry: Sendable {
  @TaskLocal static var current: Ancestry?

  /// One of the dispatches.
  private final class Member: Sendable {
    let core: ObjectIdentifier
    let isOver = Atomic(false)

    init(_ core: RouterCore) { self.core = ObjectIdentifier(core) }

    var hasTurn: Bool { !isOver.load(ordering: .acquiring) }
  }

  private let own: Member
  /// All of them, without those that had given their turn on when it was made: a task may outlive its handler
  /// and dispatch on for ever.
  private let members: [Member]

  init(_ core: RouterCore, parent: Ancestry?) {
    own = Member(core)
    members = (parent?.members.filter(\.hasTurn) ?? []) + [own]
  }

  /// Whether a dispatch of a router is among them, and has the turn.
  func hasTurn(in core: RouterCore) -> Bool {
    members.contains { $0.core == ObjectIdentifier(core) && $0.hasTurn }
  }

  /// The dispatch has given its turn on.
  func end() { own.isOver.store(true, ordering: .releasing) }
}
