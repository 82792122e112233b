/// Applies actions to the state of the navigation.
///
///     func appReducer(action: AppAction, state: AppState?) -> AppState {
///       var state = state ?? AppState()
///       state.navigationState = NavigationReducer.handleAction(
///         action, state: state.navigationState
///       )
///       return state
///     }
public enum NavigationReducer {
  /// Returns the state after an action.
  ///
  /// An action that cannot be applied, such as a pop of an empty route, leaves all as it is and
  /// sets the reason in ``NavigationState/refusal``, until the next action for the navigation.
  /// Coordinators report it.
  ///
  /// - Parameters:
  ///   - action: Any action of any store; one that is not for the navigation changes nothing.
  ///   - state: The state before it, or `nil` for the first.
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
