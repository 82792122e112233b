import RoutePatterns

/// A part of the targets of a guard that it is not asked about.
///
///     router.guard("/*", except: ["/login", "/assets/*"]) { context in … }
///     router.guard("/*", except: [.get("/books"), .post("/users")]) { context in … }
///
/// The second form, for the requests of one method, is part of SwitchyardHTTP. A lookup that is of
/// no request asks the guard there all the same, and so does a target whose match with the pattern
/// of the exception hits a limit. Under a prefix the pattern has the prefix of the guard.
public struct GuardException: Hashable, Sendable {
  /// The pattern of the targets.
  public let pattern: RoutePattern
  /// The tags of the methods of the requests; none stands for all lookups.
  package let methods: [RouteTag]

  /// Makes an exception for whatever leads to the targets of a pattern.
  public init(_ pattern: RoutePattern) { self.init(pattern, methods: []) }

  /// Makes an exception for requests of some methods.
  package init(_ pattern: RoutePattern, methods: [RouteTag]) {
    self.pattern = pattern
    self.methods = methods
  }

  /// Whether it is for a lookup with these tags, whatever its target.
  func isFor(_ lookup: [RouteTag]) -> Bool {
    methods.isEmpty || lookup.isOfRequest && methods.contains { lookup.contains($0) }
  }
}

extension GuardException: ExpressibleByStringLiteral {
  /// Makes an exception of a literal pattern; one that is none stops the program.
  public init(stringLiteral value: StaticString) {
    self.init(RoutePattern(stringLiteral: value))
  }
}

extension GuardException: CustomStringConvertible {
  /// The pattern, behind the methods if it is for some alone: `POST /users`.
  public var description: String {
    let tokens = methods.compactMap(\.methodToken).joined(separator: ",")
    return tokens.isEmpty ? pattern.text : "\(tokens) \(pattern.text)"
  }
}
