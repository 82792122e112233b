import RouteIndex

/// A label for maps and proxies; views of the router find routes by it, and middleware the maps
/// that it is around.
///
///     router.map("/books", tags: ["Views"]) { … }
///     router["Views"].open("/books")
///
/// A tag for the method of a request, which SwitchyardHTTP makes, is of a kind of its own: neither
/// a name nor any part of a request can equal it.
public struct RouteTag: Sendable {
  private enum Kind {
    case name(String)
    case method(String)
  }

  private let kind: Kind
  /// The key that stands for the tag in the index.
  let key: IndexTag
  /// One of 64 bits, which other tags may have as well, but for those of the known methods.
  let bit: UInt64

  /// Makes a tag of a name.
  public init(_ name: String) {
    kind = .name(name)
    key = Self.key(of: name, 0)
    bit = Self.bit(of: key)
  }

  /// Makes the tag of a request's method, which is a token.
  package init(method: String) {
    kind = .method(method)
    let own = Self.bit(ofMethod: method)
    // The bit is not a hash; it does as a key, however small.
    key = own == 0 ? Self.key(of: method, 2) : IndexTag(first: own, second: own)
    bit = own == 0 ? Self.bit(of: key) : own
  }

  // The hash seed differs in each process, so texts with equal keys cannot be chosen.
  private static func key(of text: String, _ salt: Int) -> IndexTag {
    var hasher = Hasher()
    hasher.combine(text)
    if salt > 0 { hasher.combine(salt) }
    var other = hasher
    other.combine(1)
    return IndexTag(
      first: UInt64(bitPattern: Int64(hasher.finalize())),
      second: UInt64(bitPattern: Int64(other.finalize()))
    )
  }

  private static func bit(of key: IndexTag) -> UInt64 {
    let own = UInt64(methodBits.nonzeroBitCount)
    return 1 << (own + (key.first >> 32) % (64 - own))
  }

  /// The name, or `nil` for a method.
  public var name: String? { if case .name(let name) = kind { name } else { nil } }

  /// The token of the method, or `nil` for a name.
  package var methodToken: String? {
    if case .method(let method) = kind { method } else { nil }
  }
}

extension RouteTag {
  /// The tag of routes that answer requests of any method.
  package static let anyMethod: RouteTag = "HTTP"

  /// The tags of the methods that have bits of their own.
  package static let knownMethods = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"]
    .map { RouteTag(method: $0) }

  /// The bits that these have, and no other tag.
  static let methodBits = knownMethods.reduce(UInt64(0)) { $0 | $1.bit }

  private static func bit(ofMethod method: String) -> UInt64 {
    switch method {
    case "GET": 1
    case "HEAD": 2
    case "POST": 4
    case "PUT": 8
    case "PATCH": 16
    case "DELETE": 32
    case "OPTIONS": 64
    default: 0
    }
  }

  /// Whether it is the tag of a method that is none of the known ones.
  var isOfUnknownMethod: Bool {
    if case .method(let method) = kind { Self.bit(ofMethod: method) == 0 } else { false }
  }
}

extension RouteTag: Hashable {
  // By their keys, as the index tells them apart, and no reference to a text is counted.

  /// Whether two tags are the same name, or the same method.
  public static func == (one: Self, other: Self) -> Bool { one.key == other.key }

  /// Hashes the name or the method.
  public func hash(into hasher: inout Hasher) { hasher.combine(key) }
}

extension RouteTag: ExpressibleByStringLiteral {
  /// Makes a tag of a name.
  public init(stringLiteral value: String) { self.init(value) }
}

extension RouteTag: CustomStringConvertible {
  /// The name, or the method as it is written in a program.
  public var description: String {
    switch kind {
    // Quoted where it could be taken for a method.
    case .name(let name): name.hasPrefix(".") ? "\"\(name)\"" : name
    case .method(let method): ".method(\(method))"
    }
  }
}

extension RouteTag: Codable {
  private enum CodingKeys: String, CodingKey { case method }

  /// Reads a name from a text, or a method from an object that names it.
  public init(from decoder: any Decoder) throws {
    if let name = try? decoder.singleValueContainer().decode(String.self) {
      self.init(name)
    } else {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      let method = try container.decode(String.self, forKey: .method)
      guard method.utf8.isToken else {
        throw DecodingError.dataCorruptedError(
          forKey: .method,
          in: container,
          debugDescription: "A method is a token, such as GET."
        )
      }
      self.init(method: method)
    }
  }

  /// Writes a name as a text, and a method as an object that no name can be mistaken for.
  public func encode(to encoder: any Encoder) throws {
    switch kind {
    case .name(let name):
      var container = encoder.singleValueContainer()
      try container.encode(name)
    case .method(let method):
      var container = encoder.container(keyedBy: CodingKeys.self)
      try container.encode(method, forKey: .method)
    }
  }
}

extension RouteTag {
  /// The tags of the two methods of which a request of one finds the maps of the other.
  static let get = RouteTag(method: "GET")
  static let head = RouteTag(method: "HEAD")
  /// The tag of a method that no route names; no request has one with a space.
  static let unnamed = RouteTag(method: " ")
}

extension [RouteTag] {
  /// Whether a request is looked up by these: by its method, and by nothing that is of no request.
  package var isOfRequest: Bool {
    contains { $0.methodToken != nil }
      && allSatisfy { $0.methodToken != nil || $0 == .anyMethod }
  }
}
