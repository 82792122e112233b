import Synchronization

/// The dispatches that wait for the one whose handler is running, found in the task of the handler.
///
/// A dispatch of a serial router that one of these handlers waits for would wait for it in turn; it
/// is told so instead.
final class Ancestry: Sendable {
  @TaskLocal static var current: Ancestry?

  /// Whether there was one in this process, of a serial router: as long as there was none, none is
  /// looked for in tasks.
  ///
  /// Relaxed: whoever finds one in a task comes behind its beginning.
  private static let isKnown = Atomic(false)

  /// One of the dispatches.
  private final class Member: Sendable {
    let core: ObjectIdentifier
    let isOver = Atomic(false)

    init(_ core: RouterCore) { self.core = ObjectIdentifier(core) }

    var hasTurn: Bool { !isOver.load(ordering: .acquiring) }

    func hasTurn(in core: RouterCore) -> Bool { self.core == ObjectIdentifier(core) && hasTurn }
  }

  private let own: Member
  /// The others, without those that had given their turn on when it was made: a task may outlive
  /// its handler and dispatch on for ever.
  private let others: [Member]

  private init(_ core: RouterCore, parent: Ancestry?) {
    Self.isKnown.store(true, ordering: .relaxed)
    own = Member(core)
    others = parent?.members ?? []
  }

  /// Returns the ancestry of a new dispatch; `nil` where that can matter to nobody.
  ///
  /// Nobody waits for what is opened, whoever opens it.
  static func ofNew(isAwaited: Bool, in core: RouterCore) -> Ancestry? {
    let parent = isAwaited ? current(in: core) : nil
    return core.isSerial || parent != nil ? Ancestry(core, parent: parent) : nil
  }

  /// Returns that which handlers find at the moment, by the value that a router has kept.
  static func current(in core: RouterCore) -> Ancestry? {
    isKnown.load(ordering: .relaxed) ? core.ancestry.get() : nil
  }

  private var members: [Member] { (others + [own]).filter(\.hasTurn) }

  /// Whether a dispatch of a router is among them, and has the turn.
  func hasTurn(in core: RouterCore) -> Bool {
    own.hasTurn(in: core) || others.contains { $0.hasTurn(in: core) }
  }

  /// The dispatch has given its turn on.
  func end() { own.isOver.store(true, ordering: .releasing) }
}
