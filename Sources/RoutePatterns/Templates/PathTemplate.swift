/// A path with values in it, as documents about HTTP write it: `/books/{id}`.
///
/// Each value is a part of one segment, and never empty.
package struct PathTemplate: Hashable, Sendable {
  /// A piece of the path.
  package enum Piece: Hashable, Sendable {
    /// Text, which is canonical where the template was made of a pattern.
    case text(String)
    /// A value in its place.
    case value(Value)
  }

  /// A value of the path.
  package struct Value: Hashable, Sendable {
    /// The name that it is found under; `nil` for one that is matched and forgotten.
    package var name: String?
    /// The expression that the canonical text of the value satisfies; `nil` for any text.
    package var expression: String?
    /// The requirement on the value without its escapes; `nil` where none means the same.
    package var schema: ValueSchema?

    /// Makes a value of any text, or of one that satisfies an expression.
    package init(
      name: String?,
      expression: String? = nil,
      schema: ValueSchema? = .anything
    ) {
      self.name = name
      self.expression = expression
      self.schema = schema
    }
  }

  /// The pieces, in their order.
  package let pieces: [Piece]

  /// Makes a template of pieces.
  package init(_ pieces: [Piece]) { self.pieces = pieces }

  /// The values, in their order.
  package var values: [Value] {
    pieces.compactMap { if case .value(let value) = $0 { value } else { nil } }
  }

  /// The path with a pair of braces for each value, which is the same whatever they are called.
  package var shape: String {
    pieces.map { if case .text(let text) = $0 { text } else { "{}" } }.joined()
  }

  /// Returns the path with names in braces, one for each value.
  package func text(names: [String]) -> String {
    var rest = names[...]
    return pieces.map { piece in
      switch piece {
      case .text(let text): text
      case .value: "{\(rest.popFirst() ?? "")}"
      }
    }
    .joined()
  }
}

extension PathTemplate {
  /// The pattern that matches the paths of the template.
  ///
  /// - Throws: `PatternError` for a name or an expression that no pattern takes.
  package func pattern(
    options: RoutePattern.Options
  ) throws(PatternError) -> RoutePattern {
    let parts = RouteParts(scheme: nil, host: nil, port: nil, path: parts)
    return try RoutePattern(parsing: parts.text(slashes: options.slashes), options: options)
  }

  private var parts: [PatternPart] {
    var parts: [PatternPart] = []
    var text = ""
    for piece in pieces {
      switch piece {
      case .text(let more): text += more
      case .value(let value):
        // A slash before a value belongs to its part, as in patterns that are read.
        let hasSlash = text.hasSuffix("/")
        if hasSlash { text.removeLast() }
        if !text.isEmpty { parts.append(.fixed(text, at: 0)) }
        text = ""
        parts.append(PatternPart(value, prefix: hasSlash ? "/" : ""))
      }
    }
    if !text.isEmpty { parts.append(.fixed(text, at: 0)) }
    return parts
  }
}

extension PatternPart {
  fileprivate init(_ value: PathTemplate.Value, prefix: String) {
    let name: Name =
      switch value.name {
      case nil: .unnamed
      case let text? where text.utf8.allSatisfy(\.isASCIIDigit):
        Int(text).map { .numeric($0) } ?? .custom(text)
      case let text?: .custom(text)
      }
    self.init(
      kind: value.expression == nil ? .segmentWildcard : .regex,
      value: value.expression ?? "",
      modifier: .none,
      name: name,
      prefix: prefix,
      suffix: "",
      place: Place(part: 0, regex: 0)
    )
  }
}
