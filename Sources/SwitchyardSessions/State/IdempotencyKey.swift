#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// The name that a page gives to one request, so that it is carried out once however often it is
/// sent.
///
/// A form has it in a hidden field, and a script in the header field of this name:
///
///     <input type="hidden" name="key" value="\(IdempotencyKey.random())">
///
/// The last 16 of a session are remembered, with the outcome of each. A key that is bound to its
/// request is good for that one alone: the same key with another request is an error, and neither
/// carried out nor answered as the first.
public struct IdempotencyKey: Hashable, Sendable {
  /// The characters of it.
  public let text: String
  /// The hash of the request that it names, in hexadecimal digits, if it is bound to one.
  private(set) var request: String?

  /// Reads a key of 1 to 64 letters, digits, `-` and `_`; `nil` for any other text.
  public init?(_ text: some StringProtocol) {
    guard 1...64 ~= text.utf8.count, text.utf8.allSatisfy(Self.isPart) else { return nil }
    self.text = String(text)
  }

  /// Makes a key that no other page has.
  public static func random() -> IdempotencyKey {
    var generator = SystemRandomNumberGenerator()
    let words = [generator.next(), generator.next()]
    return IdempotencyKey(known: words.map { String($0, radix: 36) }.joined(separator: "-"))
  }

  private init(known text: String) { self.text = text }

  /// Returns the key bound to the request that it names, by the hash of its coded bytes.
  ///
  ///     let key = try request.idempotencyKey?.bound(to: order)
  ///
  /// One that is bound already is bound to both. A value is coded in the same way each time unless
  /// it holds something without an order, such as a set, or a dictionary whose keys are no text:
  /// for those bind the bytes that were received.
  public func bound(to request: some Encodable) throws -> IdempotencyKey {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    // Some values stand alone, which JSON of old has only in an array.
    return bound(toBody: try encoder.encode([request]))
  }

  /// Returns the key bound to the request that it names, by the hash of its body as it was
  /// received.
  ///
  ///     let body = try await request.body.collect(upTo: 10_000)
  ///     let key = try request.idempotencyKey?.bound(toBody: body)
  ///
  /// One that is bound already is bound to both.
  public func bound(toBody body: some Sequence<UInt8>) -> IdempotencyKey {
    var key = self
    // As much as keeps two requests apart that somebody looks for.
    key.request = SHA256.hash(Array((request ?? "").utf8) + body).prefix(16).hexDigits
    return key
  }

  private static func isPart(_ byte: UInt8) -> Bool {
    byte.isASCIILetter || byte.isASCIIDigit || "-_".utf8.contains(byte)
  }
}

extension IdempotencyKey: CustomStringConvertible {
  /// The characters of it.
  public var description: String { text }
}
