/// A piece of a page or a drawing: its literal parts are markup, and all values put into it are
/// escaped.
///
///     let item: HTML = "<li>\(title)</li>"        // a title with `<` in it stays text
package struct HTML: Sendable, Equatable {
  /// The markup.
  package private(set) var text: String

  /// Pieces behind one another.
  package init(_ pieces: [HTML]) { text = pieces.map(\.text).joined() }

  private init(text: String) { self.text = text }

  package static func + (one: HTML, other: HTML) -> HTML { HTML(text: one.text + other.text) }
}

extension HTML: ExpressibleByStringInterpolation {
  package init(stringLiteral value: String) { text = value }

  package init(stringInterpolation: StringInterpolation) { text = stringInterpolation.text }

  package struct StringInterpolation: StringInterpolationProtocol {
    fileprivate var text = ""

    package init(literalCapacity: Int, interpolationCount: Int) {
      text.reserveCapacity(literalCapacity + interpolationCount * 16)
    }

    package mutating func appendLiteral(_ literal: String) { text += literal }

    package mutating func appendInterpolation(_ html: HTML) { text += html.text }

    package mutating func appendInterpolation(_ pieces: [HTML]) { text += HTML(pieces).text }

    package mutating func appendInterpolation(_ value: Int) { text += String(value) }

    package mutating func appendInterpolation(_ value: String) { text += value.escapedForHTML }
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
