/// The declaration of who may come to a map or fallback: everybody, or those whom guards allow.
///
///     router.map("/health", access: .public("load balancer")) { … }
///     router.get("/loans", access: .requires("card")) { … }
///     router.group("/admin", access: .requires("card", "staff")) { admin in … }
///
/// A route without one has that of the innermost group that has one. A declaration guards nothing
/// by itself: under `Router.Configuration.access = .declared` a route runs only as it says, and
/// `validate(allExceptPublic: true)` finds where the guards are not as it says.
public struct RouteAccess: Hashable, Sendable {
  private enum Rule: Hashable, Sendable {
    case everybody(reason: String)
    case guarded(by: [String])
  }

  private let rule: Rule

  private init(_ rule: Rule) { self.rule = rule }

  /// Makes the access of everybody for a reason; `nil` for a reason without a character to read.
  package init?(reason: String) {
    guard !reason.isBlank else { return nil }
    self.init(.everybody(reason: reason))
  }

  /// Makes the access of those whom some guards allow; `nil` without a name, or with a blank one.
  package init?(guards names: [String]) {
    guard !names.isEmpty, !names.contains(where: \.isBlank) else { return nil }
    var known: Set<String> = []
    self.init(.guarded(by: names.filter { known.insert($0).inserted }))
  }

  /// The access of everybody, for a reason that listings and reports show.
  ///
  /// A reason without a character to read stops the program.
  public static func `public`(
    _ reason: String,
    fileID: StaticString = #fileID,
    line: UInt = #line
  ) -> RouteAccess {
    guard let access = RouteAccess(reason: reason) else {
      fatalError(
        "A public route needs a reason; write one such as .public(\"load balancer\").",
        file: fileID,
        line: line
      )
    }
    return access
  }

  /// The access of those whom the guards with all of these names allow.
  ///
  /// Without a name, or with one that is blank, it stops the program.
  public static func requires(
    _ guards: String...,
    fileID: StaticString = #fileID,
    line: UInt = #line
  ) -> RouteAccess {
    guard let access = RouteAccess(guards: guards) else {
      fatalError(
        "A route requires guards by their names; write them, such as .requires(\"card\").",
        file: fileID,
        line: line
      )
    }
    return access
  }

  /// Whether everybody may come to it.
  public var isPublic: Bool { reason != nil }

  /// The reason that everybody may come to it; `nil` where guards are required.
  public var reason: String? {
    guard case .everybody(let reason) = rule else { return nil }
    return reason
  }

  /// The names of the guards that are required, each once; none where everybody may come.
  public var guards: [String] {
    guard case .guarded(let names) = rule else { return [] }
    return names
  }
}

extension RouteAccess: CustomStringConvertible {
  /// The reason behind "public", or the names behind "requires".
  public var description: String {
    switch rule {
    case .everybody(let reason): "public: \(reason.printable)"
    case .guarded(let names): "requires \(names.map(\.printable).joined(separator: ", "))"
    }
  }
}

extension RouteAccess: Codable {
  private enum CodingKeys: String, CodingKey {
    case reason = "public"
    case guards = "requires"
  }

  /// Reads `{"public": "load balancer"}` or `{"requires": ["card"]}`.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    // A key that is misspelt may have been the other one.
    let isWhole = try decoder.container(keyedBy: AnyKey.self).allKeys.count == 1
    let reason = try container.decodeIfPresent(String.self, forKey: .reason)
    let guards = try container.decodeIfPresent([String].self, forKey: .guards)
    let read: RouteAccess? =
      switch (reason, guards) {
      case (let reason?, nil) where isWhole: RouteAccess(reason: reason)
      case (nil, let guards?) where isWhole: RouteAccess(guards: guards)
      default: nil
      }
    guard let read else {
      throw DecodingError.dataCorrupted(
        DecodingError.Context(
          codingPath: decoder.codingPath,
          debugDescription: "An access is {\"public\": \"REASON\"} or {\"requires\": [\"GUARD\"]} "
            + "and no more, with a reason or names that are not blank."
        )
      )
    }
    self = read
  }

  /// Writes what is read.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    switch rule {
    case .everybody(let reason): try container.encode(reason, forKey: .reason)
    case .guarded(let names): try container.encode(names, forKey: .guards)
    }
  }
}

extension String {
  /// Whether there is no character to read in it: no letter, digit, mark or symbol.
  fileprivate var isBlank: Bool {
    !unicodeScalars.contains { scalar in
      switch scalar.properties.generalCategory {
      case .control, .format, .surrogate, .privateUse, .unassigned, .spaceSeparator,
        .lineSeparator, .paragraphSeparator, .nonspacingMark, .enclosingMark:
        false
      default: true
      }
    }
  }
}
