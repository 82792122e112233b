/// A text with a caret under one place in it, as error messages show it.
///
///     /books/:id(\d+
///               ^
///
/// Characters that could forge a line of a message or command a terminal are shown escaped, and a
/// long text is cut around the place, so any bytes may be given.
package struct CaretDiagram: CustomStringConvertible {
  /// The text, made fit to be shown.
  let text: String
  private let indent: Int

  /// The text, and the caret in a line of its own.
  package var description: String { "\(text)\n\(String(repeating: " ", count: indent))^" }

  /// Shows a place in bytes.
  /// - Parameters:
  ///   - utf8: the bytes of the text, well-formed or not.
  ///   - offset: the byte that the caret points at; the end of the text when it lies beyond.
  ///   - width: the number of cells of the text that are shown before it is cut.
  package init(utf8: [UInt8], offset: Int, width: Int = 72) {
    var cells: [String] = []
    var caret = 0
    // What lies further away is cut off in any case, and a text may be of any length.
    let reach = 4 * (width + 1)
    var position = max(0, min(offset, utf8.count) - reach)
    let start = position
    while position > 0, position < start + 3, utf8[position] & 0xC0 == 0x80 { position += 1 }
    let end = min(utf8.count, max(0, offset) + reach)
    while position < end {
      if position <= offset { caret = cells.count }
      let (cell, length) = Self.cell(of: utf8, at: position)
      cells.append(cell)
      position += length
    }
    if offset >= utf8.count { caret = cells.count }

    let first = max(0, caret - width / 2)
    let last = min(cells.count, first + width)
    let before = (first > 0 ? "…" : "") + cells[first..<min(caret, last)].joined()
    let after = cells[min(caret, last)..<last].joined() + (last < cells.count ? "…" : "")
    text = before + after
    indent = before.unicodeScalars.count
  }

  /// Shows a place in a text.
  package init(_ text: String, offset: Int) {
    self.init(utf8: Array(text.utf8), offset: offset)
  }

  /// Returns the text shown for the scalar or stray byte at a place, and the number of bytes it
  /// takes.
  private static func cell(of utf8: [UInt8], at position: Int) -> (cell: String, length: Int) {
    let byte = utf8[position]
    if byte < 0x80 {
      let printable = byte >= 0x20 && byte != 0x7F
      return (printable ? String(UnicodeScalar(byte)) : escape(byte), 1)
    }
    let end = min(position + 4, utf8.count)
    var decoder = UTF8()
    var bytes = utf8[position..<end].makeIterator()
    guard case .scalarValue(let scalar) = decoder.decode(&bytes) else { return (escape(byte), 1) }
    let length = String(scalar).utf8.count
    switch scalar.properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator, .unassigned, .privateUse,
      .nonspacingMark, .enclosingMark, .spacingMark:
      return ("\\u{\(String(scalar.value, radix: 16, uppercase: true))}", length)
    default:
      return (String(scalar), length)
    }
  }

  private static func escape(_ byte: UInt8) -> String {
    "\\x" + (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
  }
}
