/// A difference between a document and the routes that it describes.
public struct OpenAPIDifference: Hashable, Sendable {
  /// The kinds of differences.
  public enum Kind: String, Hashable, Sendable, CaseIterable, Codable {
    /// A route answers it, and the document is silent.
    case undocumented
    /// The document has it, and no route is for it.
    case unserved
    /// The document calls a value otherwise than the route.
    case renamed
    /// The document allows less than the route takes.
    case narrower
    /// The document allows more than the route takes.
    case wider
    /// A guard is asked, and the document lets callers in without it.
    case unsecured
    /// The document requires what no guard asks for.
    case oversecured
    /// The two cannot be compared in full, which is a note and no difference yet.
    case undecided
  }

  /// The kind.
  public let kind: Kind
  /// The method and the path, as `GET /books/{id}`.
  public let operation: String
  /// The difference in a sentence or two.
  public let message: String
  /// A target that shows it, if there is one.
  public let example: RouteTarget?
  /// The route that it is about, if there is one.
  public let route: RouteDescription?
  /// The keys that lead to its place in the document; empty for what the document has not.
  public let pointer: [String]

  /// Whether it is a difference for sure.
  public var isSure: Bool { kind != .undecided }

  init(
    _ kind: Kind,
    _ operation: OpenAPIOperation,
    _ message: String,
    example: RouteTarget? = nil,
    route: RouteDescription? = nil
  ) {
    self.kind = kind
    self.operation = operation.title
    self.message = message
    self.example = example
    self.route = route
    pointer = operation.pointer
  }
}

extension OpenAPIDifference: CustomStringConvertible {
  /// The operation, the message and the kind.
  public var description: String { "\(operation): \(message) [\(kind.rawValue)]" }
}
