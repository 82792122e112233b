/// The status of a response: a code, and the reason that is written beside it.
public struct ResponseStatus: Sendable {
  /// The code, from 100 to 999.
  public let code: Int
  /// The reason in words; empty for a code that has none of its own.
  public let reason: String

  /// Makes a status of a code, with the reason that RFC 9110 gives it.
  ///
  /// A code outside 100 to 999 stops the program.
  public init(code: Int) {
    self.init(code: code, reason: Self.reasons[code] ?? "")
  }

  /// Makes a status with a reason of its own; controls in it become spaces.
  ///
  /// `EmbeddedServer` writes the reasons that its library knows: clients are to go by the code.
  ///
  /// A code outside 100 to 999 stops the program.
  public init(code: Int, reason: String) {
    guard 100...999 ~= code else {
      fatalError("\(code) is no status: it has three digits. Read others by init(exactly:).")
    }
    self.code = code
    self.reason = HeaderField(name: .server, value: reason).value
  }

  /// Makes a status of a code that comes in at run time, or `nil` for one outside 100 to 999.
  ///
  /// Without a reason it has that which RFC 9110 gives the code.
  public init?(exactly code: Int, reason: String? = nil) {
    guard 100...999 ~= code else { return nil }
    self.init(code: code, reason: reason ?? Self.reasons[code] ?? "")
  }

  init(known code: Int, _ reason: String) {
    self.code = code
    self.reason = reason
  }

  private static let reasons = Dictionary(
    uniqueKeysWithValues: known.map { ($0.code, $0.reason) }
  )
}

extension ResponseStatus {
  /// Whether another response is to follow; with it no handler can answer.
  public var isInformational: Bool { code < 200 }
  /// Whether the request was understood and done.
  public var isSuccess: Bool { 200...299 ~= code }
  /// Whether the client is to look elsewhere.
  public var isRedirection: Bool { 300...399 ~= code }
  /// Whether the client or the server has failed.
  public var isError: Bool { code >= 400 }

  /// Whether a response with it never has a body.
  public var forbidsBody: Bool { code < 200 || code == 204 || code == 205 || code == 304 }
}

extension ResponseStatus: Hashable {
  /// Whether two statuses have the same code; the reason is for readers.
  public static func == (one: ResponseStatus, other: ResponseStatus) -> Bool {
    one.code == other.code
  }

  /// Hashes the code.
  public func hash(into hasher: inout Hasher) { hasher.combine(code) }
}

extension ResponseStatus: ExpressibleByIntegerLiteral {
  /// Makes a status of its code.
  public init(integerLiteral code: Int) { self.init(code: code) }
}

extension ResponseStatus: CustomStringConvertible {
  /// The code and the reason.
  public var description: String { reason.isEmpty ? "\(code)" : "\(code) \(reason)" }
}
