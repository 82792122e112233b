extension FoundRoutes {
  /// Returns the reason that the map or fallback does not run, if there is one, where all guards
  /// that were found have allowed the target.
  ///
  /// A guard that excepts the target was not found, nor was one for other methods.
  func refusal(of end: RouteEntry, under access: RouterAccess) -> RefusedAccess? {
    if access == .open { return nil }
    guard let declared = end.declaration?.access else { return .undeclared }
    let missing = declared.guards.first { name in
      !(0..<guardCount).contains { place in
        let entry = entry(at: place)
        return entry.name == name && !entry.isObserving
      }
    }
    return missing.map(RefusedAccess.unasked)
  }
}
