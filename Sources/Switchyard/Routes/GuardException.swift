/// A part of the targets of a guard that it is not asked about.
///
///     router.guard("/*", except: ["/login", "/assets/*"]) { context in … }
///     router.guard("/*", except: [.get("/books"), .post("/users")]) { context in … }
///
/// Exceptions for the requests of one method, such as `.get`, which holds for HEAD as well, or
/// `.on("PROPFIND", …)`, are part of SwitchyardHTTP. A lookup that is of no request, or of other
/// methods besides, asks the guard there all the same; so does a target whose match with the
/// pattern of the exception hits a limit. In a group the pattern has the prefix of the guard.
public struct GuardException: Hashable, Sendable {
  /// The pattern of the targets.
  public let pattern: RoutePattern
  /// The tags of the methods of the requests; none stands for all lookups.
  package let methods: [RouteTag]

  /// Makes an exception for all lookups of the targets that a pattern matches.
  public init(_ pattern: RoutePattern) { self.init(pattern, methods: []) }

  /// Makes an exception for requests of some methods.
  package init(_ pattern: RoutePattern, methods: [RouteTag]) {
    self.pattern = pattern
    self.methods = methods
  }

  /// Whether it is for a lookup with these tags, whatever its target: for all of its methods.
  package func isFor(_ lookup: [RouteTag]) -> Bool {
    if methods.isEmpty { return true }
    guard lookup.isOfRequest else { return false }
    // A request with HEAD is looked up by GET as well.
    let isHead = lookup.contains(.head)
    return lookup.allSatisfy { tag in
      tag == .anyMethod || methods.contains(tag) || isHead && tag == .get
    }
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
