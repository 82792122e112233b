/// The state that the lock of a store protects.
struct StoreCore: Sendable {
  /// An item of work at the place of presentation; items are done in turn.
  enum Work: Sendable {
    /// Shows a state that has been reached; a gesture that counts as done is not repeated, and
    /// observers are told the number of the screen that it was made on.
    case show([PlannedStep], RouterState, isDone: Bool, gesture: UInt64?)
    /// Shows once more what is shown.
    case showAgain
    /// Calls a closure after all items before have been shown.
    case perform(@Sendable () -> Void)
  }

  /// A receiver of states that have been shown.
  struct Observer: Sendable {
    let id: UInt64
    /// Whether it has received the state that was shown when it came, if it wants to.
    var hasBegun: Bool
    /// Receives a state, and how it came to be shown.
    let body: @Sendable (RouterState, Showing) -> Void
  }

  /// The way in which a state came to be shown.
  struct Showing: Sendable {
    /// The number of the screen that shows the state.
    let screen: UInt64
    /// The number of the screen that a gesture was made on, if one has led to the state.
    let gesture: UInt64?
  }

  var history: NavigationHistory
  /// The ways of the present state, with the numbers of the endpoints that they lead to.
  var ways: [StateChain] = []
  /// Counts the changes, so that none is applied to a state that is out of date.
  var version: UInt64 = 0
  /// The nodes whose presentables are there when all work is done.
  var shown = ShownNodes()
  var work: [Work] = []
  /// The items of work that show something and are not done, with those that were taken to do.
  var unshown = 0
  /// Whether a thread does the work.
  var isDraining = false
  /// Whether the place has been asked to do it.
  var isScheduled = false
  /// The state that is being shown, or has been shown last.
  var shownState = RouterState()
  /// Counts the screens: each that an observer is told of is another one, and a gesture is made on
  /// the last.
  var screen: UInt64 = 0
  var observers: [Observer] = []
  var lastObserver: UInt64 = 0

  init(_ history: NavigationHistory) { self.history = history }
}
