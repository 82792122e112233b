/// The URL that is being opened, in canonical form.
///
///     let target = try RouteTarget("HTTPS://Example.com:443/a/./b//%7Ec?x=1")
///     target.description      // "https://example.com/a/b/~c?x=1"
///     target.segments         // ["a", "b", "~c"]
///
/// A target is made once, and every guard, proxy and map sees this one value. Making it again from
/// its description yields an equal target. Two targets are equal when their canonical texts are.
///
/// In a deep link (any scheme but http, https, ws, wss and ftp) the host is the first segment of
/// the path: `app://push/info` has the path `/push/info`, and so has `app:///push/info`.
public struct RouteTarget: Sendable {
  /// The canonical text, without the slash of an empty host that `description` may put in.
  @usableFromInline package let text: String
  @usableFromInline let layout: TargetLayout

  @inlinable
  @inline(__always)
  init(text: String, layout: TargetLayout) {
    self.text = text
    self.layout = layout
  }
}

extension RouteTarget {
  /// A policy for doubled slashes and a slash at the end of a path.
  public enum SlashPolicy: String, Hashable, Sendable, Codable {
    /// Doubled slashes are merged and a slash at the end is dropped.
    case lenient
    /// Both are kept, and they tell targets apart.
    case strict
  }

  /// Options for making targets.
  public struct Options: Hashable, Sendable {
    /// The policy for doubled slashes and a slash at the end of a path.
    public var slashes: SlashPolicy

    /// The greatest length of a target in bytes of its canonical text, 8 KiB by default.
    ///
    /// An input of more than three times as many bytes is rejected unread, though dot segments
    /// might make it shorter: three is what an escape takes for one byte.
    public var targetLength: Int

    /// Creates options.
    public init(slashes: SlashPolicy = .lenient, targetLength: Int = 8192) {
      self.slashes = slashes
      self.targetLength = targetLength
    }

    /// The number of bytes of input that one canonical byte may take.
    static let rawBytesPerByte = 3

    /// The length within what offsets of 32 bits can hold, even three times as long.
    var limit: Int { min(max(targetLength, 0), 1 << 28) }
  }

  /// The scheme that a server listens for.
  public enum ServerScheme: String, Hashable, Sendable, Codable {
    /// Plain HTTP, port 80 by default.
    case http
    /// HTTP over TLS, port 443 by default.
    case https

    var defaultPort: UInt16 { self == .http ? 80 : 443 }

    init?(lowercased name: [UInt8]) {
      self.init(rawValue: String(decoding: name, as: UTF8.self))
    }
  }
}

extension RouteTarget {
  /// Whether it would be the same if it were made with these options.
  package func isAllowed(by options: Options) -> Bool {
    text.utf8.count + (layout.needsEmptyHost ? 1 : 0) <= options.limit
      && (layout.hasMergedSlashes || options.slashes == .strict)
  }
}

extension RouteTarget: Hashable {
  /// Whether two targets have the same canonical text.
  ///
  /// The layout follows from the text. Only `isAsterisk` does not: it says how a request was
  /// written.
  public static func == (first: Self, second: Self) -> Bool { first.text == second.text }

  /// Hashes the canonical text.
  public func hash(into hasher: inout Hasher) { hasher.combine(text) }
}

extension RouteTarget: CustomStringConvertible {
  /// The canonical text, from which an equal target can be made.
  public var description: String { printed(upTo: text.utf8.count) }

  /// The canonical text without query and fragment.
  ///
  /// Without a copy when there is neither.
  public var withoutQuery: String { printed(upTo: pathEnd) }

  private func printed(upTo end: Int) -> String {
    let whole = end == text.utf8.count
    guard layout.needsEmptyHost else { return whole ? text : String(text[utf8: 0..<end]) }
    return text[utf8: 0..<pathStart] + "/" + text[utf8: pathStart..<end]
  }
}

extension RouteTarget: Codable {
  /// Decodes a target from its description.
  ///
  /// Slashes are read as `.strict` reads them, which leaves every canonical text as it is. Code
  /// that receives targets from outside makes them with the options of the router that opens them.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    let text = try container.decode(String.self)
    do {
      try self.init(text, options: Options(slashes: .strict, targetLength: .max))
    } catch {
      throw DecodingError.dataCorrupted(
        .init(codingPath: decoder.codingPath, debugDescription: "\(error)", underlyingError: error)
      )
    }
  }

  /// Encodes the description as a single string.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(description)
  }
}
