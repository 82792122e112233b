/// Changes the state of the navigation as actions say.
///
///     func appReducer(action: AppAction, state: AppState?) -> AppState {
///       var state = state ?? AppState()
///       state.navigationState = NavigationReducer.handleAction(action, state: state.navigationState)
///       return state
///     }
public enum NavigationReducer {
  /// The state after an action.
  ///
  /// An action that cannot be applied, as a pop with nothing to pop, leaves all as it is and says why in
  /// ``NavigationState/refusal``, until the next action for the navigation. Coordinators report it.
  ///
  /// - Parameters:
  ///   - action: Any action of any store; if it is none for the navigation, nothing changes.
  ///   - state: The state before it, or nothing for the first.
  /// - Returns: The state after it.
  public static func handleAction(_ action: Any, state: NavigationState?) -> NavigationState {
    let state = state ?? NavigationState()
    guard let action = action as? any NavigationAction else { return state }
    var changed = state
    changed.refusal = nil
    do {
      try action.apply(to: &changed)
      return changed
    } catch {
      var refused = state
      refused.refusal = error
      return refused
    }
  }
}
