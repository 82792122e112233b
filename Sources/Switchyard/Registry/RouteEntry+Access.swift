extension RouteEntry {
  /// Whether it is a guard of a name that may turn somebody away.
  func decides(as name: String) -> Bool { self.name == name && !isObserving }

  /// Returns the reason that it does not run, if there is one, as the map or fallback that is
  /// found, where guards of some names are asked about the target.
  func refusal(under access: RouterAccess, isAsked: (String) -> Bool) -> RefusedAccess? {
    if access == .open { return nil }
    guard let declared = declaration?.access else { return .undeclared }
    return declared.guards.first { !isAsked($0) }.map(RefusedAccess.unasked)
  }
}
