extension RouterStore {
  /// Sees to it that the work is done, at its place and by one thread at a time.
  func drain() {
    let isMine = core.withLock { core in
      guard !core.isDraining, !core.work.isEmpty else { return false }
      core.isDraining = true
      return true
    }
    guard isMine else { return }
    place.perform { [self] in drainHere() }
  }

  /// A loop and no recursion: what presenters and observers dispatch is appended to the work.
  private func drainHere() {
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
    case .show(let steps, let state, let isShown):
      stage.carryOut(steps, isShown: isShown)
      let observers = core.withLock { core in
        core.shownState = state
        return core.observers
      }
      for observer in observers where observer.hasBegun { observer.body(state, isShown) }
    case .perform(let body): body()
    }
  }

  func perform(_ body: @escaping @Sendable () -> Void) {
    core.withLock { $0.work.append(.perform(body)) }
    drain()
  }

  /// Waits until all that was dispatched before is shown.
  ///
  /// From a presenter or an observer of the same store it must not be awaited by blocking a thread.
  public func settle() async {
    await withCheckedContinuation { continuation in perform { continuation.resume() } }
  }

  /// Calls a closure with what is presented, at the place of the presenters and after all that was dispatched
  /// before has been shown.
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

/// A node with what is presented for it.
public struct PresentedNode<View> {
  /// What the node is known by.
  public let id: RouteNodeID
  /// What is presented.
  public let view: View
}
