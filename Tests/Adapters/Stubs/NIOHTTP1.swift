// The declarations of NIOHTTP1 that the adapters use.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

public struct HTTPHeaders: Sendable, Sequence {
  public init(_ headers: [(String, String)] = []) {}

  public var count: Int { 0 }

  public func makeIterator() -> IndexingIterator<[(name: String, value: String)]> {
    fatalError()
  }
}

public enum HTTPMethod: Equatable, Sendable {
  case OPTIONS

  public var rawValue: String { "" }
}

public struct HTTPVersion: Equatable, Sendable {
  public var major: Int { 1 }
  public var minor: Int { 1 }
  public init(major: Int, minor: Int) {}
}

public enum HTTPResponseStatus: Sendable {
  case custom(code: UInt, reasonPhrase: String)

  public init(statusCode: Int, reasonPhrase: String = "") { fatalError() }
}
