import SwitchyardLocks

extension RouterStore {
  /// Makes sure that the work is done, at its place and by one thread at a time.
  func drain() {
    // At once if at the place, even if it has been asked from elsewhere and has not got to it.
    if place.isHere { return drainHere() }
    let isMine = core.withLock { core in
      guard !core.isDraining, !core.isScheduled, !core.work.isEmpty else { return false }
      core.isScheduled = true
      return true
    }
    guard isMine else { return }
    place.perform { [self] in
      core.withLock { $0.isScheduled = false }
      drainHere()
    }
  }

  /// A loop and no recursion: requests that presenters and observers dispatch are appended to the
  /// work.
  private func drainHere() {
    let isMine = core.withLock { core in
      guard !core.isDraining else { return false }
      core.isDraining = true
      return true
    }
    guard isMine else { return }
    while true {
      let batch = core.withLock { core -> [StoreCore.Work] in
        defer { core.work.removeAll() }
        core.isDraining = !core.work.isEmpty
        return core.work
      }
      guard !batch.isEmpty else { return }
      for work in batch { carryOut(work) }
    }
  }

  private func carryOut(_ work: StoreCore.Work) {
    switch work {
    case .show(let steps, let state, let isDone, let gesture):
      // Before it is shown: presenters may report at once what they are told.
      core.withLock { $0.shownState = state }
      stage.carryOut(steps, to: state, isShown: isDone)
      let (observers, showing) = core.withLock { core in
        core.unshown -= 1
        core.screen += 1
        return (core.observers, StoreCore.Showing(screen: core.screen, gesture: gesture))
      }
      for observer in observers where observer.hasBegun && isObserved(by: observer.id) {
        observer.body(state, showing)
      }
    case .showAgain:
      stage.carryOut([], to: core.withLock { $0.shownState }, isShown: false)
      core.withLock { $0.unshown -= 1 }
    case .perform(let body): body()
    }
  }

  /// Shows once more what is shown, when all requests before have been.
  ///
  /// Not for a presenter or observer that asks for what is there: it would be called again and
  /// again. Without a queue, not while another thread shows something, either.
  func showAgain() {
    let isAsked = core.withLock { core in
      guard !core.isDraining || !place.isHere else { return false }
      core.unshown += 1
      core.work.append(.showAgain)
      return true
    }
    if isAsked { drain() }
  }

  /// Whether an observer is still there: one before it may have cancelled it.
  private func isObserved(by id: UInt64) -> Bool {
    core.withLock { core in core.observers.contains { $0.id == id } }
  }

  func perform(_ body: @escaping @Sendable () -> Void) {
    core.withLock { $0.work.append(.perform(body)) }
    drain()
  }

  /// Waits until all requests dispatched before are shown.
  ///
  /// From a presenter or an observer of the same store it must not be awaited by blocking a thread.
  public func settle() async {
    await withCheckedContinuation { continuation in perform { continuation.resume() } }
  }

  /// Calls a closure with the presentables, at the place of the presenters and after all requests
  /// dispatched before have been shown.
  ///
  ///     let titles = await store.presented { pages in pages.map { $0.view.title } }
  ///
  /// The nodes stand in the order of the tree.
  public func presented<Result: Sendable>(
    _ body: @escaping @Sendable ([PresentedNode<View>]) -> Result
  ) async -> Result {
    await withCheckedContinuation { continuation in
      perform { [self] in
        let nodes = stage.nodes.compactMap { node in
          stage.view(of: node).map { PresentedNode(id: nodeTree.ids[node], view: $0) }
        }
        continuation.resume(returning: body(nodes))
      }
    }
  }
}

/// A node with its presentable.
public struct PresentedNode<View> {
  /// The identity of the node.
  public let id: RouteNodeID
  /// The presentable.
  public let view: View
}
