import RoutePatterns

/// A label for maps and proxies; views of the router find routes by it.
///
///     router.map("/books", tags: ["Views"]) { … }
///     router["Views"].open("/books")
///
/// A tag for the method of a request is of a kind of its own: neither a name nor any part of a
/// request can equal it.
public struct RouteTag: Sendable {
  private enum Kind: Hashable {
    case name(String)
    case method(Method)
  }

  private let kind: Kind
  /// The key that stands for the tag in the index.
  let key: IndexTag

  /// Makes a tag of a name.
  public init(_ name: String) {
    kind = .name(name)
    // The hash seed differs in each process, so names with equal keys cannot be chosen.
    var hasher = Hasher()
    hasher.combine(name)
    var other = hasher
    other.combine(1)
    key = IndexTag(
      first: UInt64(bitPattern: Int64(hasher.finalize())),
      second: UInt64(bitPattern: Int64(other.finalize()))
    )
  }

  private init(_ method: Method) {
    kind = .method(method)
    // The bit is not a hash; it does as a key, however small.
    key = IndexTag(first: method.bit, second: method.bit)
  }

  /// The tag of a request's method.
  public static func method(_ method: Method) -> RouteTag { RouteTag(method) }

  /// One of 64 bits, which other tags may have as well.
  var bit: UInt64 {
    switch kind {
    case .method(let method): method.bit
    case .name: 1 << (key.first >> 58)
    }
  }

  /// The name, or `nil` for a method.
  public var name: String? { if case .name(let name) = kind { name } else { nil } }

  /// The method, or `nil` for a name.
  public var method: Method? { if case .method(let method) = kind { method } else { nil } }
}

extension RouteTag {
  /// A method of HTTP that routes can be registered for.
  public enum Method: String, Hashable, Sendable, Codable, CaseIterable {
    /// Asks for the resource under a URL.
    case get = "GET"
    /// Asks for the head of the response that `get` would have.
    case head = "HEAD"
    /// Sends data to be worked on.
    case post = "POST"
    /// Puts a resource under a URL.
    case put = "PUT"
    /// Changes a part of the resource under a URL.
    case patch = "PATCH"
    /// Removes the resource under a URL.
    case delete = "DELETE"
    /// Asks for the methods that are allowed.
    case options = "OPTIONS"
  }
}

extension RouteTag.Method {
  fileprivate var bit: UInt64 {
    switch self {
    case .get: 1
    case .head: 2
    case .post: 4
    case .put: 8
    case .patch: 16
    case .delete: 32
    case .options: 64
    }
  }
}

extension RouteTag: Hashable {
  /// Whether two tags are the same name, or the same method.
  public static func == (one: Self, other: Self) -> Bool { one.kind == other.kind }

  /// Hashes the name or the method.
  public func hash(into hasher: inout Hasher) { hasher.combine(kind) }
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
    case .method(let method): ".method(\(method.rawValue))"
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
      self.init(try container.decode(Method.self, forKey: .method))
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
