/// A server further on that takes a path for more than it is: that decodes it again, strips parameters, and so on.
///
/// By design such bytes are data, and a guard that is to see them has a pattern that says so. The trial counts where
/// a path gets to a handler that only such a server would take for `/admin`, and by which of its habits.
enum BoldReader: String, CaseIterable {
  case letterCase = "letter case"
  case emptySegments = "empty segments"
  case parameters = "path parameters"
  case escapedSlashes = "escaped slashes"
  case doubleEscapes = "double escapes"
  case ends = "dots and blanks at the end"
  case fullwidth = "fullwidth letters"

  /// The habits that it takes to see `/admin` in a path, the first of them alone if that will do.
  static func habit(thatSeesAdmin path: [UInt8]) -> String? {
    if let one = allCases.first(where: { isAdmin(path, [$0]) }) { return one.rawValue }
    return isAdmin(path, allCases) ? "several such" : nil
  }

  private static func isAdmin(_ path: [UInt8], _ habits: [BoldReader]) -> Bool {
    var path = path
    for _ in 0..<(habits.contains(.doubleEscapes) ? 3 : 0) { path = PlainPath.decoded(path) }
    if habits.contains(.escapedSlashes) {
      path = PlainPath.decoded(path).map { $0 == UInt8(ascii: "\\") ? PlainPath.slash : $0 }
    }
    var segments: [[UInt8]] = []
    for part in path.split(separator: PlainPath.slash, omittingEmptySubsequences: false).dropFirst()
    {
      var segment = PlainPath.decoded(part)
      if habits.contains(.parameters) {
        segment = Array(segment.prefix { $0 != UInt8(ascii: ";") })
      }
      if habits.contains(.fullwidth) { segment = narrowed(segment) }
      if habits.contains(.ends) {
        while let last = segment.last, last <= 0x20 || last == UInt8(ascii: ".") {
          segment.removeLast()
        }
      }
      if segment == Array("..".utf8) {
        _ = segments.popLast()
      } else if segment != Array(".".utf8), !(segment.isEmpty && habits.contains(.emptySegments)) {
        segments.append(habits.contains(.letterCase) ? PlainPath.folded(segment) : segment)
      }
    }
    return segments.first == Array("admin".utf8)
  }

  private static func narrowed(_ bytes: [UInt8]) -> [UInt8] {
    let scalars = String(decoding: bytes, as: UTF8.self).unicodeScalars.map { scalar in
      (0xFF01...0xFF5E).contains(scalar.value)
        ? UnicodeScalar(scalar.value - 0xFEE0) ?? scalar : scalar
    }
    return scalars.flatMap { Array(String(Character($0)).utf8) }
  }
}
