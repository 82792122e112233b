public import Dispatch
import SwitchyardLocks

/// Holds the state of a tree, applies requests to it, and shows it.
///
///     let store = RouterStore(tree: coordinator)
///     store.dispatch("books/1?title=x")
///     store.dispatch("today", options: [.junctionsOnly])
///     let observation = store.observe { state in save(state) }
///
/// The state changes at once, on the thread of the caller; presenters follow on the queue of the
/// store, by default the main queue, with the steps from one state to the next, in the order of the
/// requests. On the main actor they have followed when `dispatch` returns; ``settle()`` waits for
/// it from elsewhere.
///
/// Each request shows once more what stays on the way to the active endpoint: options are
/// selected, stacks set and modals presented as the state has them, so that a screen that the user
/// has changed is put right, even if nobody has told the store. Presenters therefore do nothing
/// where all is as they are told, and one that reports what it was told to show does so at once,
/// with ``DispatchOptions/alreadyShown``: where that leads to the state that is being shown, it
/// changes nothing, though a newer request may wait to be shown.
///
/// All methods can be used from any thread, and from within presenters and observers. A store that
/// is released releases its presentables without unwinding them; ``reset()`` unwinds them before.
public final class RouterStore<View>: Sendable {
  /// The tree that the store navigates.
  public let tree: RoutingNode<View>

  let nodeTree: NodeTree
  /// The reducer that the store was given, if it is not the usual one.
  let reducer: RouterReducer<View>?
  let core: Locked<StoreCore>
  let stage: PresentableStage<View>
  let place: PresentationPlace

  /// Makes a store of a tree, in which no endpoint is active before the first request.
  ///
  /// A tree with faults stops the program with their places, and so does one with presenters of the
  /// main actor when the queue is not the main queue.
  /// - Parameters:
  ///   - tree: the nodes; ``RoutingNode/validate()`` lists their faults beforehand.
  ///   - state: a state that was saved, fitted to the tree; it is shown as soon as the queue gets
  ///     to it.
  ///   - reducer: makes the next state; without one,
  ///     ``RoutingNode/state(after:from:options:)``.
  ///   - queue: the queue of presenters and observers; `nil` for the threads that dispatch, one at
  ///     a time.
  ///   - historyLimit: the most states before and after the present one that are remembered.
  ///   - setRoot: called with the presentable of the root, when that is made; where the root is a
  ///     switcher without one, at each request with the option that it shows.
  ///   - onFault: the receiver of faults that come to light when the tree is shown; without it each
  ///     is a line on standard error.
  ///   - file: the file in which the store is made, for faults of the tree.
  ///   - line: the line in which the store is made, for faults of the tree.
  public convenience init(
    tree: RoutingNode<View>,
    state: RouterState = RouterState(),
    reducer: RouterReducer<View>? = nil,
    queue: DispatchQueue? = .main,
    historyLimit: Int = 100,
    setRoot: (@Sendable (View) -> Void)? = nil,
    onFault: (@Sendable (TreeFault) -> Void)? = nil,
    file: StaticString = #fileID,
    line: UInt = #line
  ) {
    self.init(
      tree: tree,
      history: NavigationHistory(state),
      reducer: reducer,
      queue: queue,
      historyLimit: historyLimit,
      setRoot: setRoot,
      onFault: onFault,
      file: file,
      line: line
    )
  }

  /// Makes a store that goes on from a history.
  public convenience init(
    tree: RoutingNode<View>,
    history: NavigationHistory,
    reducer: RouterReducer<View>? = nil,
    queue: DispatchQueue? = .main,
    historyLimit: Int = 100,
    setRoot: (@Sendable (View) -> Void)? = nil,
    onFault: (@Sendable (TreeFault) -> Void)? = nil,
    file: StaticString = #fileID,
    line: UInt = #line
  ) {
    do throws(TreeError) {
      try self.init(
        checking: tree,
        history: history,
        reducer: reducer,
        queue: queue,
        historyLimit: historyLimit,
        setRoot: setRoot,
        onFault: onFault,
        file: file,
        line: line
      )
    } catch {
      fatalError("\(error)", file: file, line: line)
    }
  }

  /// Makes a store of a tree that is put together at run time, and that may have faults.
  ///
  /// - Throws: `TreeError` with all faults, where the other initialisers stop the program.
  public init(
    checking tree: RoutingNode<View>,
    history: NavigationHistory = NavigationHistory(RouterState()),
    reducer: RouterReducer<View>? = nil,
    queue: DispatchQueue? = .main,
    historyLimit: Int = 100,
    setRoot: (@Sendable (View) -> Void)? = nil,
    onFault: (@Sendable (TreeFault) -> Void)? = nil,
    file: StaticString = #fileID,
    line: UInt = #line
  ) throws(TreeError) {
    stopUnless(
      historyLimit >= 0,
      "RouterStore has \(historyLimit) for historyLimit. Give it 0, for no state to go back to, or more.",
      file,
      line
    )
    let presenterTree = tree.presenterTree
    let nodeTree = presenterTree.tree
    guard nodeTree.faults.isEmpty else { throw TreeError(nodeTree.faults) }
    let place = PresentationPlace(queue)
    if !place.isMain, let main = presenterTree.placeOfMainActor { throw TreeError(mainActor: main) }
    self.place = place
    self.tree = tree
    self.nodeTree = nodeTree
    self.reducer = reducer
    stage = PresentableStage(
      presenterTree,
      setRoot: setRoot,
      onFault: onFault ?? { StandardError.print("\($0)") }
    )
    core = Locked(StoreCore(NavigationHistory(limit: historyLimit)))
    restore(history)
  }

  /// The active endpoints, and the ways that forks keep.
  public var state: RouterState { core.withLock { $0.history.present } }
}

// MARK: - Requests

extension RouterStore {
  /// Applies a request: goes to the endpoint that it leads to.
  ///
  /// - Returns: the change, or the reason that there was none.
  @discardableResult
  public func dispatch(
    _ request: some RoutingRequestType,
    options: DispatchOptions = []
  ) -> NavigationOutcome {
    dispatch(any: request, options: options)
  }

  // A closure for changes is told the state before and the one after, each time that the change is
  // made: the last time counts.
  func dispatch(
    any request: any RoutingRequestType,
    options: DispatchOptions,
    onChange: ((_ old: RouterState, _ new: RouterState) -> Void)? = nil
  ) -> NavigationOutcome {
    if isEcho(request, options) { return .unchanged }
    do {
      return try update(options) { history, ways in
        let next = try self.ways(to: request, from: history.present, ways, options)
        let state = nodeTree.state(of: next)
        onChange?(history.present, state)
        guard state != history.present else { return ways }
        if options.contains(.replacingHistory) {
          history.replace(by: state)
        } else {
          history.go(to: state)
        }
        return next
      }
    } catch {
      return .rejected(error)
    }
  }

  private func ways(
    to request: any RoutingRequestType,
    from state: RouterState,
    _ ways: [StateChain],
    _ options: DispatchOptions
  ) throws -> [StateChain] {
    guard let reducer else { return try nodeTree.reduce(request, from: ways, options) }
    // A state of another reducer may hold anything.
    let next = try reducer(request, tree, state, options)
    return nodeTree.chains(of: nodeTree.fitted(next, checksParameters: false))
  }

  /// Whether a report says what presenters are told to show, or were told last, while newer
  /// requests wait to be shown.
  ///
  /// Those must not be taken back by it: the presenter would be told the older state once more, and
  /// report that too. A gesture leads from what is shown to something else.
  private func isEcho(_ request: any RoutingRequestType, _ options: DispatchOptions) -> Bool {
    // What comes from elsewhere may be of a gesture that was made before this was shown.
    guard options.contains(.alreadyShown), place.isHere else { return false }
    let (shown, present) = core.withLock { ($0.shownState, $0.history.present) }
    guard shown != present else { return false }
    let next = try? ways(to: request, from: shown, nodeTree.chains(of: shown), options)
    return next.map { nodeTree.state(of: $0) == shown } ?? false
  }

  /// Returns the URL that leads to the active endpoint of a state, by default the present one.
  ///
  /// - Throws: `NavigationError` when no endpoint is active, or when no URL reads back to it.
  public func url(of state: RouterState? = nil) throws(NavigationError) -> String {
    try nodeTree.url(of: state ?? self.state)
  }

  /// Applies a change of the history, and plans the steps to show it.
  ///
  /// The change is made outside the lock, as it may call a reducer; if another thread was quicker
  /// it is made again. It receives the ways of the present state, and returns those of the state
  /// that is present then.
  @discardableResult
  func update(
    _ options: DispatchOptions = [],
    _ change: (inout NavigationHistory, _ ways: [StateChain]) throws -> [StateChain]
  ) rethrows -> NavigationOutcome {
    while true {
      let (old, oldWays, version) = core.withLock { ($0.history, $0.ways, $0.version) }
      var history = old
      let ways = try change(&history, oldWays)
      let isShown = options.contains(.alreadyShown)
      let isChanged = history.present != old.present
      if !isChanged, history == old {
        if !isShown { showAgain() }
        return .unchanged
      }
      let steps = core.withLock { core -> [PlannedStep]? in
        guard core.version == version else { return nil }
        core.version += 1
        core.history = history
        core.ways = ways
        guard isChanged else { return [] }
        let steps = TransitionPlanner.plan(&core.shown, to: ways, in: nodeTree)
        // What is not shown yet may undo what a gesture has done.
        let isDone = isShown && core.unshown == 0
        let gesture = isShown ? core.screen : nil
        core.unshown += 1
        core.work.append(.show(steps, history.present, isDone: isDone, gesture: gesture))
        return steps
      }
      guard let steps else { continue }
      guard isChanged else {
        if !isShown { showAgain() }
        return .unchanged
      }
      drain()
      return .changed(TreeTransition(steps, nodeTree.ids))
    }
  }
}
