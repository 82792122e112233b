/// A reason that a server does not take a generation of routes.
public struct RefusalReason: Hashable, Sendable, Codable {
  /// The kinds of reasons.
  public struct Code: RawRepresentable, Hashable, Sendable, Codable, CustomStringConvertible {
    package enum Value: String, Hashable, Sendable {
      case unreadable, future, tooLarge, base, order, checksum
      case route, closure, handler, handlerKind, configuration, open
    }

    package let value: Value

    init(_ value: Value) { self.value = value }

    /// Makes the code with a name, or `nil` when there is none.
    public init?(rawValue: String) {
      guard let value = Value(rawValue: rawValue) else { return nil }
      self.value = value
    }

    /// The name of the code.
    public var rawValue: String { value.rawValue }

    /// The name of the code.
    public var description: String { rawValue }

    /// It is no generation, or a damaged one.
    public static let unreadable = Code(.unreadable)
    /// A newer version of this library has written it.
    public static let future = Code(.future)
    /// It has more bytes, routes or methods than a table may have.
    public static let tooLarge = Code(.tooLarge)
    /// It changes another table than the one that is there.
    public static let base = Code(.base)
    /// It removes a route that is not there, or gives a number twice.
    public static let order = Code(.order)
    /// The table that it makes is not the one that was meant.
    public static let checksum = Code(.checksum)
    /// A route cannot be registered, as its pattern is none.
    public static let route = Code(.route)
    /// A closure decides about values of a route, and closures do not travel.
    public static let closure = Code(.closure)
    /// The server has no handler with the key of a route.
    public static let handler = Code(.handler)
    /// The handler with the key of a route is for another kind of routes.
    public static let handlerKind = Code(.handlerKind)
    /// The handler refuses the settings of its route.
    public static let configuration = Code(.configuration)
    /// No guard decides about a map or fallback as is required, or that is in doubt.
    public static let open = Code(.open)
  }

  /// The kind of reason.
  public let code: Code
  /// The number of the route that it is about, if it is about one.
  public let route: Int?
  /// The reason in words, with a remedy.
  public let message: String

  init(_ code: Code, route: Int? = nil, _ message: String) {
    self.code = code
    self.route = route
    self.message = message
  }

  /// The remedy for a damaged generation that servers need.
  static let remedy =
    "Put a sound copy of the source back, or publish the routes into a source of their own."

  /// The reason for a generation of too many bytes.
  static func tooLarge(_ size: Int) -> RefusalReason {
    RefusalReason(
      .tooLarge,
      "It has \(size) bytes, and \(RouteGeneration.Limits.size) are allowed. Publish fewer routes."
    )
  }

  /// The reason for a route with which a table has too many methods.
  static func tooManyMethods(_ route: RouteDescription) -> RefusalReason {
    let known = RouteTag.knownMethods.compactMap(\.methodToken).joined(separator: ", ")
    return RefusalReason(
      .tooLarge,
      route: route.order,
      "With the route \(route.words) it has more than \(RouteGeneration.Limits.methods) methods "
        + "beside \(known). Publish routes of fewer methods, or leave the method out where a route "
        + "is for any."
    )
  }
}

/// An error thrown when a generation of routes is not taken; nothing is changed then.
public struct GenerationRefusal: Error, Hashable, Sendable, Codable {
  /// The most reasons that are looked for.
  static let most = 20

  /// The number of the generation.
  public let generation: Int
  /// The reasons, the first of them where there are many.
  public let reasons: [RefusalReason]

  init(_ generation: Int, _ reasons: [RefusalReason]) {
    self.generation = generation
    self.reasons = Array(reasons.prefix(Self.most))
  }
}

extension GenerationRefusal: CustomStringConvertible {
  /// The generation, and the reasons one below the other.
  public var description: String {
    "Generation \(generation) of the routes is refused.\n"
      + reasons.map { "  \($0.message.printable) [\($0.code)]" }.joined(separator: "\n")
  }
}
