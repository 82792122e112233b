/// What the lock of a store keeps together.
struct StoreCore: Sendable {
  /// What is to be done at the place of presentation, in turn.
  enum Work: Sendable {
    /// Shows a state that has been reached.
    case show([PlannedStep], RouterState, isShown: Bool)
    /// Does something with what is shown by then.
    case perform(@Sendable () -> Void)
  }

  /// Somebody who is told of states that have been shown.
  struct Observer: Sendable {
    let id: UInt64
    /// Whether it has been told of the state that was shown when it came, if it wants to be.
    var hasBegun: Bool
    /// Takes a state, and whether the screen showed it already.
    let body: @Sendable (RouterState, _ isShown: Bool) -> Void
  }

  var history: NavigationHistory
  /// The ways of the present state, with the numbers of the endpoints that they lead to.
  var ways: [StateChain] = []
  /// Counts the changes, so that none is made of what is no longer so.
  var version: UInt64 = 0
  /// The nodes whose presentables are there when all work is done.
  var shown = ShownNodes()
  var work: [Work] = []
  /// Whether somebody does the work.
  var isDraining = false
  /// Whether the place has been asked to do it.
  var isScheduled = false
  /// The state that has been shown last.
  var shownState = RouterState()
  var observers: [Observer] = []
  var lastObserver: UInt64 = 0

  init(_ history: NavigationHistory) { self.history = history }
}
