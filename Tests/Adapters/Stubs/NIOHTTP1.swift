// The declarations of NIOHTTP1 that the adapters use.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

public struct HTTPHeaders: Sendable {
  public init(_ headers: [(String, String)] = []) {}
}

extension HTTPHeaders: RandomAccessCollection {
  public typealias Element = (name: String, value: String)

  public struct Index: Comparable {
    public static func < (lhs: Index, rhs: Index) -> Bool { false }
  }

  public var startIndex: Index { Index() }
  public var endIndex: Index { Index() }

  public func index(before index: Index) -> Index { index }
  public func index(after index: Index) -> Index { index }
  public subscript(position: Index) -> Element { fatalError() }
}

public enum HTTPMethod: Equatable, Sendable {
  case OPTIONS
  case RAW(value: String)

  public var rawValue: String { "" }
}

public struct HTTPVersion: Equatable, Sendable {
  public var major: Int
  public var minor: Int
  public init(major: Int, minor: Int) {
    self.major = major
    self.minor = minor
  }
}

public enum HTTPResponseStatus: Sendable {
  case custom(code: UInt, reasonPhrase: String)

  public init(statusCode: Int, reasonPhrase: String = "") { fatalError() }
}
