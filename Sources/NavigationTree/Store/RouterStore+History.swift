import SwitchyardLocks

extension RouterStore {
  /// The states that the store has been in, as a value that can be saved.
  public var history: NavigationHistory { core.withLock { $0.history } }

  /// Whether there is a state to go back to.
  public var canGoBack: Bool { core.withLock { !$0.history.past.isEmpty } }

  /// Whether there is a state to go forward to.
  public var canGoForward: Bool { core.withLock { !$0.history.future.isEmpty } }

  /// Goes back to the state before the present one.
  /// - Returns: whether there was one.
  @discardableResult
  public func goBack(options: DispatchOptions = []) -> Bool {
    var hasGone = false
    update(options) { history, _ in
      hasGone = history.goBack()
      return nodeTree.chains(of: history.present)
    }
    return hasGone
  }

  /// Goes forward to the state that was last gone back from.
  /// - Returns: whether there was one.
  @discardableResult
  public func goForward(options: DispatchOptions = []) -> Bool {
    var hasGone = false
    update(options) { history, _ in
      hasGone = history.goForward()
      return nodeTree.chains(of: history.present)
    }
    return hasGone
  }

  /// Shows a state, such as one that was saved or comes from another store, fitted to the tree.
  ///
  /// Presentables that it does not need are unwound. The state before becomes part of the history.
  @discardableResult
  public func restore(_ state: RouterState) -> NavigationOutcome {
    let state = nodeTree.fitted(state, checksParameters: true)
    return update { history, _ in
      if state != history.present { history.go(to: state) }
      return nodeTree.chains(of: state)
    }
  }

  /// Shows the present state of a history and adopts the rest of it, each state fitted to the tree.
  ///
  /// The store keeps its own limit of states, and leaves out those in which the tree has nothing to
  /// show, or the same as in the one next to them.
  @discardableResult
  public func restore(_ history: NavigationHistory) -> NavigationOutcome {
    let fitted = history.map(limit: self.history.limit) {
      nodeTree.fitted($0, checksParameters: true)
    }
    return update { history, _ in
      history = fitted
      return nodeTree.chains(of: fitted.present)
    }
  }

  /// Unwinds all presentables and empties the history.
  ///
  /// For the end of a scene or a session; the store can be used again.
  @discardableResult
  public func reset() -> NavigationOutcome {
    update { history, _ in
      history = NavigationHistory(limit: history.limit)
      return []
    }
  }
}
