import Synchronization

/// The dispatches that wait for the one whose handler is running, found in the task of the handler.
///
/// A dispatch of a serial router that one of these handlers waits for would wait for it in turn; it is told
/// so instead.
final class Ancestry: Sendable {
  @TaskLocal static var current: Ancestry?

  private let core: ObjectIdentifier
  private let parent: Ancestry?
  private let isOver = Atomic(false)

  init(_ core: RouterCore, parent: Ancestry?) {
    self.core = ObjectIdentifier(core)
    self.parent = parent
  }

  /// Whether a dispatch of a router is among them, and has the turn.
  func hasTurn(in core: RouterCore) -> Bool {
    var next: Ancestry? = self
    while let ancestry = next {
      if ancestry.core == ObjectIdentifier(core), !ancestry.isOver.load(ordering: .acquiring) {
        return true
      }
      next = ancestry.parent
    }
    return false
  }

  /// The dispatch has given its turn on.
  func end() { isOver.store(true, ordering: .releasing) }
}
