#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

extension ServerResponse {
  /// Makes a response with a value as JSON.
  ///
  ///     return try .json(book, status: .created, to: request)
  ///
  /// A handler that answers with 200 and no fields of its own returns the value itself.
  /// - Parameters:
  ///   - value: the value.
  ///   - status: the status.
  ///   - request: the request, if the encoder of its responder is to be used.
  ///   - encoder: another encoder; without one and without a request the standard one, which
  ///     writes dates as ISO 8601 has them, and keys in their order.
  /// - Returns: the response.
  /// - Throws: the error of encoding the value.
  public static func json(
    _ value: some Encodable,
    status: ResponseStatus = .ok,
    to request: ServerRequest? = nil,
    encoder: JSONEncoder? = nil
  ) throws -> ServerResponse {
    let encoder = encoder ?? request?.exchange.jsonEncoder ?? .standard()
    return bytes([UInt8](try encoder.encode(value)), type: "application/json", status: status)
  }
}

extension ServerRequest {
  /// Makes the response to a request whose handler returns a value.
  func response(with value: some Encodable) throws -> ServerResponse {
    if let text = value as? String { return .text(text) }
    if (value as? any Absentable)?.isAbsent == true { throw ResponseError(.notFound) }
    return try .json(value, to: self)
  }
}

/// A value that may be none.
private protocol Absentable {
  var isAbsent: Bool { get }
}

extension Optional: Absentable {
  fileprivate var isAbsent: Bool {
    // An optional may hold another one.
    map { ($0 as? any Absentable)?.isAbsent ?? false } ?? true
  }
}
