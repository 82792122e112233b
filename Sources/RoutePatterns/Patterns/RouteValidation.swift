/// A check that the value of a parameter must pass.
///
///     RoutePattern("/books/:id", where: ["id": "\\d+"])
///     RoutePattern("/days/:day", where: ["day": .check { Calendar.knows($0) }])
///
/// A regular expression takes part in the match, and shows in listings of the routes. A closure
/// checks the value afterwards: it is opaque, and a pattern with one cannot be encoded.
public struct RouteValidation: Sendable {
  private enum Kind {
    case regex(String)
    case closure(Closure)
  }

  /// A closure with an identity, so that patterns can be compared.
  private final class Closure: Sendable {
    let check: @Sendable (ParameterValue) -> Bool

    init(_ check: @escaping @Sendable (ParameterValue) -> Bool) { self.check = check }
  }

  private let kind: Kind

  private init(_ kind: Kind) { self.kind = kind }

  /// The value must match a regular expression in full, in its percent-encoded form.
  public static func regex(_ text: String) -> RouteValidation {
    RouteValidation(.regex(text))
  }

  /// A closure must accept the decoded value.
  public static func check(_ check: @escaping @Sendable (String) -> Bool) -> RouteValidation {
    RouteValidation(.closure(Closure { value in value.text.map(check) ?? false }))
  }

  /// A closure must accept the value as it stands in the URL: for what is read as a URL once more,
  /// since what is decoded twice is another one.
  package static func checkRaw(
    _ check: @escaping @Sendable (_ raw: String) -> Bool
  ) -> RouteValidation {
    RouteValidation(.closure(Closure { value in check(value.raw) }))
  }

  /// The regular expression, when it is one.
  public var regex: String? {
    if case .regex(let text) = kind { text } else { nil }
  }

  /// The closure, when it is one.
  var check: (@Sendable (ParameterValue) -> Bool)? {
    if case .closure(let closure) = kind { closure.check } else { nil }
  }
}

extension RouteValidation: ExpressibleByStringLiteral {
  /// A validation by a regular expression.
  public init(stringLiteral value: String) {
    self = .regex(value)
  }
}

extension RouteValidation: Hashable {
  /// Regular expressions are equal by their texts, closures only to themselves.
  public static func == (one: RouteValidation, other: RouteValidation) -> Bool {
    switch (one.kind, other.kind) {
    case (.regex(let one), .regex(let other)): one == other
    case (.closure(let one), .closure(let other)): one === other
    default: false
    }
  }

  /// Hashes what equality compares.
  public func hash(into hasher: inout Hasher) {
    switch kind {
    case .regex(let text): hasher.combine(text)
    case .closure(let closure): hasher.combine(ObjectIdentifier(closure))
    }
  }
}
