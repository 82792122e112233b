/// A name or a desk as its owner writes it, in the letters of any language.
struct PersonalLine {
  /// The line, without white space around it.
  let text: String

  /// Reads a line.
  /// - Throws: `Fault` with the reason why it cannot be one.
  init(_ typed: String, called noun: String) throws(Fault) {
    let line = typed.trimmed
    guard !line.isEmpty, !line.unicodeScalars.allSatisfy(\.isInvisible) else {
      throw Fault("\(noun) has at least one character that can be seen.")
    }
    guard line.count <= 60 else {
      throw Fault("\(noun) has up to 60 characters, and this has \(line.count).")
    }
    guard line.utf8.count <= 2_000 else {
      throw Fault("\(noun) has room for 2000 bytes, and this takes \(line.utf8.count).")
    }
    // Joiners belong to many scripts; what turns the direction of text would turn the page as well.
    if let scalar = line.unicodeScalars.first(where: \.properties.isBidiControl) {
      let code = String(scalar.value, radix: 16, uppercase: true)
      throw Fault(
        "There is an invisible character in it, U+\(code), that turns the direction of the text. \(noun) goes without."
      )
    }
    if line.unicodeScalars.contains(where: \.breaksLines) {
      throw Fault("\(noun) is one line, without control characters.")
    }
    text = line
  }

  /// The reason why a text is no such line, for its owner.
  struct Fault: Error {
    let text: String

    fileprivate init(_ text: String) { self.text = text }
  }
}

extension Unicode.Scalar {
  fileprivate var isInvisible: Bool {
    properties.isWhitespace || properties.isDefaultIgnorableCodePoint
      || properties.generalCategory == .control || properties.generalCategory == .format
  }

  fileprivate var breaksLines: Bool {
    switch properties.generalCategory {
    case .control, .lineSeparator, .paragraphSeparator: true
    default: false
    }
  }
}

extension String {
  /// The text without white space around it.
  var trimmed: String {
    let start = drop(while: \.isWhitespace)
    guard let last = start.lastIndex(where: { !$0.isWhitespace }) else { return "" }
    return String(start[...last])
  }
}
