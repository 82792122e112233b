/// A pattern's text with regular expressions that its parameters must match in full.
///
///     RouteString("books/:id", parametersValidation: [(name: "id", pattern: "\\d+")])
public struct RouteString: RouteType, Sendable {
  /// The name of a parameter, and the regular expression its value must match.
  public typealias ParameterValidation = (name: String, pattern: String)

  /// The text of the pattern, without the validations.
  public let predicate: String
  /// The regular expressions that the values of parameters must match.
  public let parametersValidation: [ParameterValidation]

  /// Makes a route; its faults are thrown when its pattern is made.
  public init(_ predicate: String, parametersValidation: [ParameterValidation] = []) {
    self.predicate = predicate
    self.parametersValidation = parametersValidation
  }

  /// The pattern of the text with its validations.
  ///
  /// - Throws: `PatternError` for a fault in the text or a validation; a parameter can be validated
  ///   once.
  public func routePattern(
    options: RoutePattern.Options
  ) throws(PatternError) -> RoutePattern {
    var validations: [String: RouteValidation] = [:]
    for (name, pattern) in parametersValidation {
      guard validations.updateValue(.regex(pattern), forKey: name) == nil else {
        throw PatternError(
          code: .alreadyConstrained(name),
          text: pattern,
          offset: 0,
          parameter: name
        )
      }
    }
    return try RoutePattern(parsing: predicate, where: validations, options: options)
  }
}
