/// The value of a parameter, as it stands in a URL, decoded when it is asked for.
public struct ParameterValue: Hashable, Sendable {
  /// The value as it stands in the URL, percent-encoded.
  public let raw: String
  /// Whether the parameter can hold more than one segment of a path.
  public let spansSegments: Bool

  /// Makes a value of percent-encoded text.
  ///
  /// - Parameters:
  ///   - raw: the text as it stands in a URL.
  ///   - spansSegments: whether slashes in it separate segments.
  public init(raw: String, spansSegments: Bool = false) {
    self.raw = raw
    self.spansSegments = spansSegments
  }

  /// Makes a value that reads as a text.
  public init(_ text: String) {
    self.init(raw: PercentCoding.encoded(text))
  }

  /// The decoded text, or `nil` when it is not UTF-8.
  ///
  /// If the value can hold several segments, escaped slashes, backslashes and dots stay escaped, so
  /// that data within a segment never becomes path.
  public var text: String? {
    raw.decodingPercent(options: spansSegments ? .keepsSeparators : [])
  }

  /// The segments of the value, each decoded; one that is not UTF-8 stays as it stands in the URL.
  ///
  /// An empty value has no segments.
  public var segments: [String] {
    guard !raw.isEmpty else { return [] }
    guard spansSegments else { return [raw.decodingPercent() ?? raw] }
    return raw.split(at: UInt8(ascii: "/"), omittingEmpty: false).map {
      $0.decodingPercent() ?? String($0)
    }
  }
}

extension StringProtocol {
  /// Returns the text with its escapes decoded, or `nil` when the result is not UTF-8.
  package func decodingPercent() -> String? { decodingPercent(options: []) }

  /// Returns the text with its escapes decoded as options say, or `nil` when the result is not
  /// UTF-8.
  func decodingPercent(options: PercentCoding.DecodingOptions) -> String? {
    let isPlain = utf8.allSatisfy { byte in
      byte != UInt8(ascii: "%") && !(byte == UInt8(ascii: "+") && options.contains(.plusIsSpace))
    }
    return isPlain ? String(self) : PercentCoding.decoded(utf8, options: options)
  }
}
