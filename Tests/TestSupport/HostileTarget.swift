/// A target that got past the guards of some router, from `targets.tsv` of the attacks.
package struct HostileTarget: Sendable, CustomStringConvertible {
  /// What the trick is.
  package let trick: String
  /// The target as it comes in.
  package let bytes: [UInt8]
  /// The line of the file.
  package let description: String

  /// All targets of the file.
  package static func all() throws -> [HostileTarget] {
    try AttackFile.lines(of: "targets.tsv").map { try HostileTarget(line: $0) }
  }

  private init(line: Substring) throws {
    let columns = line.split(separator: "\t", omittingEmptySubsequences: false)
    guard columns.count == 2, let bytes = Self.decoded(columns[1]) else {
      throw MalformedLine(line: String(line))
    }
    trick = String(columns[0])
    self.bytes = bytes
    description = String(line)
  }

  /// The bytes that a column stands for: `\xNN` is a byte, `\\` a backslash.
  private static func decoded(_ column: Substring) -> [UInt8]? {
    var bytes: [UInt8] = []
    var rest = column.utf8
    while let byte = rest.popFirst() {
      guard byte == UInt8(ascii: "\\") else {
        bytes.append(byte)
        continue
      }
      switch rest.popFirst() {
      case UInt8(ascii: "\\"): bytes.append(UInt8(ascii: "\\"))
      case UInt8(ascii: "x"):
        guard let value = UInt8(String(Substring(rest.prefix(2))), radix: 16) else { return nil }
        bytes.append(value)
        rest = rest.dropFirst(2)
      default: return nil
      }
    }
    return bytes
  }
}

/// A line that is not as the header of its file says.
package struct MalformedLine: Error {
  /// The line.
  package let line: String
}
