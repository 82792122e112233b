/// A pattern's text with regular expressions that its parameters must match in full.
///
///     RouteString("books/:id", validations: [.init(name: "id", pattern: "\\d+")])
public struct RouteString: RouteType, Hashable, Sendable {
  /// The name of a parameter, and the regular expression that its value must match.
  public struct Validation: Hashable, Sendable {
    /// The name of the parameter.
    public let name: String
    /// The regular expression.
    public let pattern: String

    /// Makes a validation.
    public init(name: String, pattern: String) {
      self.name = name
      self.pattern = pattern
    }
  }

  /// The text of the pattern, without the validations.
  public let predicate: String
  /// The regular expressions that the values of parameters must match.
  public let validations: [Validation]

  /// Makes a route; its faults are thrown when its pattern is made.
  public init(_ predicate: String, validations: [Validation] = []) {
    self.predicate = predicate
    self.validations = validations
  }

  /// The pattern of the text with its validations.
  ///
  /// - Throws: `PatternError` for a fault in the text or a validation; a parameter can be validated
  ///   once.
  public func routePattern(
    options: RoutePattern.Options
  ) throws(PatternError) -> RoutePattern {
    var expressions: [String: RouteValidation] = [:]
    for validation in validations {
      let (name, pattern) = (validation.name, validation.pattern)
      guard expressions.updateValue(.regex(pattern), forKey: name) == nil else {
        throw PatternError(
          code: .alreadyConstrained(name),
          text: pattern,
          offset: 0,
          parameter: name
        )
      }
    }
    return try RoutePattern(parsing: predicate, where: expressions, options: options)
  }
}
