#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension Output {
  /// Prints a value as JSON, with its keys sorted so that two outputs can be compared.
  mutating func json(_ value: some Encodable) throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    let text = String(decoding: try encoder.encode(value), as: UTF8.self)
    line(text.withEscapes)
  }
}

extension String {
  /// The JSON with escapes for characters that could command a terminal, which stand in its strings
  /// alone.
  fileprivate var withEscapes: String {
    unicodeScalars.reduce(into: "") { text, scalar in
      guard scalar != "\n" else { return text.unicodeScalars.append(scalar) }
      switch scalar.properties.generalCategory {
      case .control, .format, .lineSeparator, .paragraphSeparator:
        for unit in UTF16.encode(scalar) ?? .init() {
          let digits = String(unit, radix: 16)
          text += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
        }
      default: text.unicodeScalars.append(scalar)
      }
    }
  }
}
