import Synchronization

/// The means by which the closure of a handler answers.
///
/// A dispatch lends the same one to each handler that it calls on its caller's thread, one after
/// the other: it holds nobody then, as the dispatch outlives the call. When a handler has returned
/// and still has it, it is left to that handler for good, and holds what it answers to; the
/// dispatch makes another. Whether the handler still has it is told by the count of its
/// references, and who has answered by it on another thread, and let go of it since, has left
/// before its next use: each answer ends with a release, which is acquired before that.
///
/// When it goes and no answer was given, it says so.
///
/// `@unchecked` because what changes of it changes between calls, while the dispatch alone has it.
@safe
final class Reply<Receiver: AnswerReceiver>: @unchecked Sendable {
  // As long as it is lent, these are held by whoever lends it, and then by itself.
  private let receiver: HeldReference<Receiver>
  private var matched: HeldReference<MatchedEntry>
  private var held: (receiver: Receiver, matched: MatchedEntry)?
  /// The number of the run.
  private var number: Int
  /// The target of the handler, where the dispatch that lends it has come to another than the
  /// first; `nil` for a receiver that knows it.
  private var target: RouteTarget?
  private let isGiven = Atomic(false)

  /// Makes one that is lent to the handler of a route.
  init(
    to number: Int,
    of matched: MatchedEntry,
    lentBy receiver: Receiver,
    opening target: RouteTarget? = nil
  ) {
    self.receiver = HeldReference(receiver)
    self.matched = HeldReference(matched)
    self.number = number
    self.target = target
  }

  /// Makes one that belongs to the handler of a route.
  convenience init(to number: Int, of matched: MatchedEntry, _ receiver: Receiver) {
    self.init(to: number, of: matched, lentBy: receiver)
    leave()
  }

  deinit {
    guard let held, !isGiven.load(ordering: .relaxed) else { return }
    _ = held.receiver.receive(.dropped, to: number, by: .closure)
  }

  /// Answers.
  func give(_ answer: HandlerAnswer) {
    let fate = Receiver.receive(answer, to: number, for: receiver)
    guard case .taken = fate else { return noteDelivery(fate) }
    isGiven.store(true, ordering: .relaxed)
  }

  /// An answer has gone elsewhere.
  @inline(never)
  private func noteDelivery(_ fate: AnswerFate) {
    if let fault = fate.fault {
      receiver.read { receiver in
        matched.read { receiver.report(fault, of: $0, opening: target) }
      }
    }
    // Several threads may have answered: each has left when the last has.
    _ = isGiven.exchange(true, ordering: .acquiringAndReleasing)
  }

  // MARK: - For who lends it

  /// Leaves it to whoever still has it.
  func leave() { held = (receiver.read { $0 }, matched.read { $0 }) }

  /// Lends it to the next handler, when nobody else has it.
  func lend(to number: Int, of matched: MatchedEntry) {
    self.matched = HeldReference(matched)
    self.number = number
    isGiven.store(false, ordering: .relaxed)
  }

  /// Takes the target of the next handlers, when nobody else has it.
  ///
  /// As with `lend`, whoever has answered by it before has left, and these are lent it afterwards.
  func take(target: RouteTarget?) { self.target = target }

  /// Whether an answer was given, by whoever has let go of it since.
  var wasGiven: Bool { isGiven.load(ordering: .acquiring) }
}
