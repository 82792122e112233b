import RoutePatterns

extension InspectorError: CustomStringConvertible {
  /// The fault and its remedy.
  public var description: String {
    switch code.value {
    case .noAccessRule:
      "In a release build an inspector is mounted with a rule that says who may see it, and there is "
        + "none. Write one, such as access: .allowing { request in … } or access: .thisMachine."
    case .badPath:
      "\"\((path ?? "").excerpt)\" is no path for an inspector. Write a slash and plain segments, "
        + "such as /_switchyard."
    case .mountedTwice:
      "The inspector is mounted at \((path ?? "").excerpt) already. Make another one for another path."
    }
  }
}
