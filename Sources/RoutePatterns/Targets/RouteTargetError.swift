/// An error thrown when an input has no canonical form.
///
/// The description shows the place with a caret, and is fit for a terminal or a log whatever the
/// input holds. A server answers a target that is rejected with 400.
public struct RouteTargetError: Error, Hashable, Sendable {
  /// The kind of fault.
  public let code: Code

  /// The input that `offset` counts in.
  public let place: Place

  /// The byte of the input at which the fault lies, counted from 0; its length where something is
  /// missing.
  public let offset: Int

  /// The bytes of the input around the fault, at most 320 of them.
  public let excerpt: [UInt8]

  /// The number of bytes of the input before the excerpt.
  public let excerptStart: Int

  /// The kinds of fault that an input can have.
  public struct Code: RawRepresentable, Hashable, Sendable, CustomStringConvertible {
    package enum Value: String, Hashable, Sendable {
      case missingLeadingSlash, badEscape, controlByte, invalidUTF8, aboveRoot, unsupportedScheme,
        opaqueScheme, userInfo, badHost, badPort, portNotAllowed, fragmentNotAllowed, missingHost,
        severalHosts, asteriskNotAllowed, backslashNotAllowed, tooLong
    }

    package let value: Value

    private init(_ value: Value) { self.value = value }

    /// Makes the code with a name, or `nil` when there is none.
    public init?(rawValue: String) {
      guard let value = Value(rawValue: rawValue) else { return nil }
      self.value = value
    }

    /// The name of the code.
    public var rawValue: String { value.rawValue }

    /// The name of the code.
    public var description: String { rawValue }

    /// A request target begins neither with a slash nor with a URL's scheme.
    public static var missingLeadingSlash: Code { Code(.missingLeadingSlash) }

    /// A percent sign without two hexadecimal digits after it, which in a query is data.
    public static var badEscape: Code { Code(.badEscape) }

    /// A C0 control or DEL, raw or escaped; line breaks and tabs may stand escaped in a query.
    public static var controlByte: Code { Code(.controlByte) }

    /// Bytes, raw or escaped, that are not UTF-8, outside of a query.
    public static var invalidUTF8: Code { Code(.invalidUTF8) }

    /// A request target climbs above the root.
    public static var aboveRoot: Code { Code(.aboveRoot) }

    /// A request target with a scheme other than http and https.
    public static var unsupportedScheme: Code { Code(.unsupportedScheme) }

    /// A scheme without two slashes after its colon.
    public static var opaqueScheme: Code { Code(.opaqueScheme) }

    /// A user name or password before the host.
    public static var userInfo: Code { Code(.userInfo) }

    /// A host that is missing, or that holds a character no host name holds.
    public static var badHost: Code { Code(.badHost) }

    /// A port that is not a number up to 65535.
    public static var badPort: Code { Code(.badPort) }

    /// A port in a deep link.
    public static var portNotAllowed: Code { Code(.portNotAllowed) }

    /// A fragment in a request target.
    public static var fragmentNotAllowed: Code { Code(.fragmentNotAllowed) }

    /// A request without a Host header.
    public static var missingHost: Code { Code(.missingHost) }

    /// A request with more than one Host header.
    public static var severalHosts: Code { Code(.severalHosts) }

    /// An asterisk as the target of another method than OPTIONS.
    public static var asteriskNotAllowed: Code { Code(.asteriskNotAllowed) }

    /// A raw backslash before the query of a request target, which others read as a slash, or do
    /// not.
    public static var backslashNotAllowed: Code { Code(.backslashNotAllowed) }

    /// More bytes than the options allow.
    public static var tooLong: Code { Code(.tooLong) }
  }

  /// The inputs that can be wrong.
  public enum Place: String, Hashable, Sendable {
    /// The target itself.
    case target
    /// The value of a Host header.
    case hostHeader
    /// A name or value that was to become part of a query.
    case queryItem
  }

  init(_ fault: TargetFault, input: [UInt8]) {
    code = fault.code
    place = fault.place
    offset = min(max(fault.offset, 0), input.count)
    // More than a caret diagram shows, even of characters of four bytes each.
    var start = max(0, offset - 160)
    // No character is cut in two.
    while start > 0, start < offset, input[start] & 0xC0 == 0x80 { start += 1 }
    excerpt = Array(input[start..<min(input.count, offset + 160)])
    excerptStart = start
  }
}
