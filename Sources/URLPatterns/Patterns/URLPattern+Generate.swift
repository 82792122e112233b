extension URLPattern {
  /// Makes the text of a component that matches with some values, as they are written in a URL.
  ///
  ///     let pattern = try URLPattern(.init(pathname: "/books/:id"))
  ///     try pattern.generate(component: .pathname, groups: ["id": "42"])       // "/books/42"
  ///
  /// - Throws: `PatternReverseError` for a part that does not say what to write: a wildcard, a
  ///   regular expression, a modifier, a name without a value, or a value that the text would not
  ///   give back, such as two dots between slashes; and for the port of the pattern's scheme, which
  ///   no URL has.
  public func generate(
    component: URLPatternComponent,
    groups: [String: String]
  ) throws(PatternReverseError) -> String {
    let pattern = compiled(component)
    let made = try pattern.generate(groups)
    guard component == .port else { return made }
    let scheme = compiled(.protocol).literalEnd
    // A URL leaves the port of its scheme out.
    if scheme.isAll, made == WebScheme.defaultPort(of: scheme.text.utf8).map({ String($0) }) {
      throw PatternReverseError(.notReversible(pattern.names.first ?? ""), pattern: pattern.text)
    }
    return made
  }

  /// Compares how specific a component of two patterns is.
  ///
  /// Part by part literal text is the most specific, then a regular expression, a group, and an
  /// asterisk; then the modifier and the texts decide.
  public static func compareComponent(
    _ component: URLPatternComponent,
    _ left: URLPattern,
    _ right: URLPattern
  ) -> SpecificityOrder {
    left.compiled(component).specificity(comparedTo: right.compiled(component))
  }

  /// Compares how specific two patterns are: component by component, in their order.
  public func specificity(comparedTo other: URLPattern) -> SpecificityOrder {
    for component in URLPatternComponent.allCases {
      let order = Self.compareComponent(component, self, other)
      if order != .same { return order }
    }
    return .same
  }
}
