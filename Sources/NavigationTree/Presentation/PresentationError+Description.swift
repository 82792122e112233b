extension PresentationError: CustomStringConvertible {
  /// The fault and its remedy.
  public var description: String {
    switch code.value {
    case .unknownName:
      "the host knows no controller named \"\(name?.excerpt ?? "")\""
        + (container.map { " in \"\($0.excerpt)\"" } ?? "")
        + ". Check the spelling, or make it with ControllerSource.provided."
    case .noPresenter:
      "there is no controller to present from. Open the route when the host has a window that "
        + "shows something."
    case .noNavigationController:
      "there is no navigation controller to push on. Open the route from within one, or map it "
        + "with the style show or inNavigationController."
    }
  }
}
