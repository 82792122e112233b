/// The name that a page gives to one request, so that it is carried out once however often it is
/// sent.
///
/// A form has it in a hidden field, and a script in the header field of this name:
///
///     <input type="hidden" name="key" value="\(IdempotencyKey.random())">
///
/// The last 16 of a session are remembered, with the outcome of each.
public struct IdempotencyKey: Hashable, Sendable {
  /// The characters of it.
  public let text: String

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

  private static func isPart(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"):
      true
    default: false
    }
  }
}

extension IdempotencyKey: CustomStringConvertible {
  /// The characters of it.
  public var description: String { text }
}
