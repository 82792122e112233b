/// The part of a file that a request asks for.
enum ByteRange: Equatable {
  /// The whole file: no range is asked for, or one that cannot be read, or several.
  case whole
  case part(offset: Int, length: Int)
  /// There is no such part.
  case unsatisfiable

  /// Reads the value of the field `Range` for a file of a size.
  init(_ value: String?, size: Int) {
    self = value.flatMap { Self.single($0, size) } ?? .whole
  }

  private static func single(_ value: String, _ size: Int) -> ByteRange? {
    let parts = value.split(at: UInt8(ascii: "="), omittingEmpty: false)
    guard parts.count == 2, parts[0].trimmed.isCaselesslyEqual(to: "bytes") else { return nil }
    // Elements of the list that are empty say nothing.
    let ranges = parts[1].split(at: UInt8(ascii: ",")).map(\.trimmed).filter { !$0.isEmpty }
    guard ranges.count == 1 else { return nil }
    let ends = ranges[0].split(at: UInt8(ascii: "-"), omittingEmpty: false)
    guard ends.count == 2 else { return nil }
    switch (number(ends[0]), number(ends[1])) {
    case (let first?, let last?):
      guard first <= last else { return nil }
      return part(from: first, behind: last, size)
    case (let first?, nil):
      return ends[1].isEmpty ? part(from: first, behind: size - 1, size) : nil
    case (nil, let count?):
      guard ends[0].isEmpty else { return nil }
      // The end of an empty file is all of it, which no `Content-Range` can say.
      guard count > 0, size > 0 else { return count > 0 ? .whole : .unsatisfiable }
      return part(from: max(0, size - count), behind: size - 1, size)
    case (nil, nil): return nil
    }
  }

  private static func part(from first: Int, behind last: Int, _ size: Int) -> ByteRange {
    guard first < size else { return .unsatisfiable }
    return .part(offset: first, length: min(last, size - 1) - first + 1)
  }

  /// Reads a number of digits alone; one too large is as good as the largest.
  private static func number(_ text: Substring) -> Int? {
    guard !text.isEmpty, text.utf8.allSatisfy(\.isASCIIDigit) else { return nil }
    return Int(text) ?? .max
  }
}
