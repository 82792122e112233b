// The spelling of MonarchRouter.

extension RouteString {
  /// Makes a route of a text and pairs of names and regular expressions.
  public init(_ predicate: String, parametersValidation: [(name: String, pattern: String)]?) {
    let pairs = parametersValidation ?? []
    self.init(predicate, validations: pairs.map { Validation(name: $0.name, pattern: $0.pattern) })
  }
}
