import RoutePatterns
import TestSupport
import Testing

/// Targets that got past the guards of other routers.
@Suite struct HostileTargetTests {
  @Test func `each is rejected or canonical`() throws {
    guard let file = SharedFolder.text(of: "security/targets.tsv") else { return }
    var lines = 0
    var accepted = 0
    for line in file.split(separator: "\n") where !line.hasPrefix("#") {
      let columns = line.split(separator: "\t", omittingEmptySubsequences: false)
      try #require(columns.count == 2, "\(line)")
      let input = try #require(Self.decoded(columns[1]), "\(line)")
      lines += 1
      for mode in [TargetCase.Mode.text, .server] {
        for slashes in [RouteTarget.SlashPolicy.lenient, .strict] {
          let row = TargetCase(
            rule: "",
            input: input,
            mode: mode,
            slashes: slashes,
            expected: .canonical("")
          )
          guard let target = try? row.target else { continue }
          accepted += 1
          #expect(TargetInvariants.fault(in: target, slashes) == nil, "\(line)")
          let again = TargetCase(
            rule: "",
            input: Array(target.description.utf8),
            mode: mode,
            slashes: slashes,
            expected: .canonical(target.description)
          )
          #expect(again.outcome == again.expected)
        }
      }
    }
    print("hostile targets: \(lines) lines, \(accepted) of \(lines * 4) readings are canonical")
    #expect(lines > 200)
    #expect(accepted > lines)
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
