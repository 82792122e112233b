// The declarations of swift-http-types that the adapters use: they are compiled against these in CI,
// and against the package itself in the live run.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

public struct HTTPField: Sendable, Hashable {
  public struct Name: Sendable, Hashable {
    public let rawName: String

    public init?(_ name: String) { rawName = name }

    public static var contentLength: Self { fatalError() }
    public static var contentType: Self { fatalError() }
  }

  public var name: Name
  public var value: String

  public init(name: Name, value: String) {
    self.name = name
    self.value = value
  }
}

public struct HTTPFields: Sendable, Hashable {
  public init() {}

  public mutating func reserveCapacity(_ capacity: Int) {}

  public subscript(name: HTTPField.Name) -> String? {
    get { nil }
    set {}
  }
}

extension HTTPFields: RandomAccessCollection, RangeReplaceableCollection, MutableCollection {
  public var startIndex: Int { 0 }
  public var endIndex: Int { 0 }

  public subscript(position: Int) -> HTTPField {
    get { fatalError() }
    set {}
  }

  public mutating func replaceSubrange<C: Collection>(
    _ subrange: Range<Int>,
    with newElements: C
  ) where C.Element == HTTPField {}
}

public struct HTTPRequest: Sendable, Hashable {
  public struct Method: Sendable, Hashable {
    public let rawValue: String

    public init?(_ method: String) { rawValue = method }
  }

  public var method: Method
  public var scheme: String?
  public var authority: String?
  public var path: String?
  public var headerFields: HTTPFields

  public init(
    method: Method,
    scheme: String?,
    authority: String?,
    path: String?,
    headerFields: HTTPFields = [:]
  ) {
    self.method = method
    self.scheme = scheme
    self.authority = authority
    self.path = path
    self.headerFields = headerFields
  }
}

public struct HTTPResponse: Sendable, Hashable {
  public struct Status: Sendable, Hashable {
    public static var ok: Self { Self(code: 200) }

    public let code: Int
    public let reasonPhrase: String

    public init(code: Int, reasonPhrase: String = "") {
      self.code = code
      self.reasonPhrase = reasonPhrase
    }
  }

  public var status: Status
  public var headerFields: HTTPFields

  public init(status: Status, headerFields: HTTPFields = [:]) {
    self.status = status
    self.headerFields = headerFields
  }
}

extension HTTPFields: ExpressibleByDictionaryLiteral {
  public init(dictionaryLiteral elements: (HTTPField.Name, String)...) {}
}
