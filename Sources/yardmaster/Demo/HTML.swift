/// A piece of a page: its literal parts are markup, and all values put into it are escaped.
///
///     let item: HTML = "<li>\(title)</li>"        // a title with `<` in it stays text
struct HTML: Sendable, Equatable {
  /// The markup.
  private(set) var text: String

  /// Pieces behind one another.
  init(_ pieces: [HTML]) { text = pieces.map(\.text).joined() }

  private init(text: String) { self.text = text }

  /// An empty piece.
  static let empty = HTML(text: "")

  static func + (one: HTML, other: HTML) -> HTML { HTML(text: one.text + other.text) }
}

extension HTML: ExpressibleByStringInterpolation {
  init(stringLiteral value: String) { text = value }

  init(stringInterpolation: StringInterpolation) { text = stringInterpolation.text }

  struct StringInterpolation: StringInterpolationProtocol {
    fileprivate var text = ""

    init(literalCapacity: Int, interpolationCount: Int) {
      text.reserveCapacity(literalCapacity + interpolationCount * 16)
    }

    mutating func appendLiteral(_ literal: String) { text += literal }

    mutating func appendInterpolation(_ html: HTML) { text += html.text }

    mutating func appendInterpolation(_ pieces: [HTML]) { text += HTML(pieces).text }

    mutating func appendInterpolation(_ value: Int) { text += String(value) }

    mutating func appendInterpolation(_ value: String) { text += value.escapedForHTML }
  }
}

extension String {
  /// The text as it stands between tags, or between the quotes of an attribute.
  fileprivate var escapedForHTML: String {
    guard utf8.contains(where: \.isMarkup) else { return self }
    var escaped = ""
    for scalar in unicodeScalars {
      switch scalar {
      case "&": escaped += "&amp;"
      case "<": escaped += "&lt;"
      case ">": escaped += "&gt;"
      case "\"": escaped += "&quot;"
      case "'": escaped += "&#39;"
      default: escaped.unicodeScalars.append(scalar)
      }
    }
    return escaped
  }
}

extension UInt8 {
  fileprivate var isMarkup: Bool {
    switch self {
    case UInt8(ascii: "&"), UInt8(ascii: "<"), UInt8(ascii: ">"), UInt8(ascii: "\""),
      UInt8(ascii: "'"):
      true
    default: false
    }
  }
}
