import Foundation
import TestSupport
import Testing

@testable import RoutePatterns

/// Addresses have one text, that of the URL standard, and what cannot be one is refused.
@Suite struct `Addresses of hosts` {
  struct Row: Sendable, CustomTestStringConvertible {
    let host: String
    /// The canonical host, `nil` where there is none.
    let expected: String?

    init(_ host: String, _ expected: String?) { (self.host, self.expected) = (host, expected) }

    var testDescription: String { "\(host) is \(expected ?? "refused")" }
  }

  static let rows: [Row] = [
    // IPv4: each number decimal, octal or hexadecimal, the last one all bytes that are left.
    Row("127.0.0.1", "127.0.0.1"), Row("127.1", "127.0.0.1"), Row("127.0.1", "127.0.0.1"),
    Row("2130706433", "127.0.0.1"), Row("0x7f.1", "127.0.0.1"), Row("0X7F000001", "127.0.0.1"),
    Row("0177.0.0.01", "127.0.0.1"), Row("127.0.0.1.", "127.0.0.1"), Row("256", "0.0.1.0"),
    Row("0", "0.0.0.0"), Row("0x", "0.0.0.0"), Row("1.0x.0.0", "1.0.0.0"), Row("0x.1", "0.0.0.1"),
    Row("1.256", "1.0.1.0"), Row("1.2.65535", "1.2.255.255"),
    Row("255.16777215", "255.255.255.255"),
    Row("4294967295", "255.255.255.255"), Row("4294967296", nil), Row("1.16777216", nil),
    Row("1.2.65536", nil), Row("1.2.3.256", nil), Row("256.0.0.1", nil), Row("1.256.1", nil),
    Row("1.2.3.4.5", nil), Row("08", nil), Row("foo.09", nil), Row("foo.0x", nil), Row("a.1", nil),
    Row("foo.0x4.", nil), Row("1.2.a.4", nil), Row("99999999999999999999999", nil),
    Row("0x0000000000000007f.1", "127.0.0.1"), Row("0xfffffffffffffffff", nil),
    // Names that have numbers before their last label, or begin like one, stay.
    Row("1.2.3.4.a", "1.2.3.4.a"), Row("1.a", "1.a"), Row("0xg", "0xg"), Row("a.0x1g", "a.0x1g"),
    Row("3com", "3com"), Row("1-2", "1-2"), Row("a.1_", "a.1_"), Row("A.1B.", "a.1b"),
    // IPv6: lower case, no leading zeros, the first of the longest runs of zeros left out.
    Row("[::1]", "[::1]"), Row("[0:0:0:0:0:0:0:1]", "[::1]"), Row("[::]", "[::]"),
    Row("[0::0]", "[::]"), Row("[2001:DB8::0001]", "[2001:db8::1]"),
    Row("[1:0:0:2:0:0:0:3]", "[1:0:0:2::3]"), Row("[1:0:0:2:3:0:0:4]", "[1::2:3:0:0:4]"),
    Row("[1::2:3:4:5:6:7]", "[1:0:2:3:4:5:6:7]"), Row("[1:2:3:4:5:6:7::]", "[1:2:3:4:5:6:7:0]"),
    Row("[::1:2:3:4:5:6:7]", "[0:1:2:3:4:5:6:7]"), Row("[::127.0.0.1]", "[::7f00:1]"),
    Row("[::ffff:1.2.3.4]", "[::ffff:102:304]"),
    Row("[1:2:3:4:5:6:1.2.3.4]", "[1:2:3:4:5:6:102:304]"),
    Row("[1:2:3:4:5:6:7:8]", "[1:2:3:4:5:6:7:8]"), Row("[::0.0.0.0]", "[::]"),
    Row("[0::0::0]", nil), Row("[::1.]", nil), Row("[:::1]", nil), Row("[:1]", nil),
    Row("[1:]", nil), Row("[]", nil), Row("[:]", nil), Row("[1.2.3.4]", nil), Row("[::00001]", nil),
    Row("[1:2:3:4:5:6:7]", nil), Row("[1:2:3:4:5:6:7:8:9]", nil), Row("[1:2:3:4:5:6:7:8::]", nil),
    Row("[::01.2.3.4]", nil), Row("[::1.2.3]", nil), Row("[::1.2.3.4.5]", nil),
    Row("[::1.2.3.256]", nil),
    Row("[1.2.3.4::]", nil), Row("[::1.2.3.4:5]", nil), Row("[1:2:3:4:5:6:7:1.2.3.4]", nil),
    Row("[::1..2.3]", nil), Row("[fe80::1%25eth0]", nil), Row("[fe80::1%eth0]", nil),
  ]

  @Test(arguments: rows) func `a host has one text, wherever it stands`(row: Row) throws {
    for scheme in ["http", "https", "ws", "wss", "ftp"] {
      let read = Reading("\(scheme)://\(row.host):8080/x")
      #expect(read.target == row.expected && read.pattern == row.expected, "\(scheme)")
    }
    #expect(Reading.inHeader(row.host) == row.expected)
    #expect(Reading.inHeader(row.host + ":8080") == row.expected)
  }

  @Test func `a host of another scheme is no address`() throws {
    for host in ["127.1", "0x7f", "1.2.3.4.5", "foo.09"] {
      #expect(try RouteTarget("app://\(host)/x").path == "/\(host)/x")
      #expect(
        try RoutePattern(parsing: "app://\(host)/x").match(RouteTarget("app://\(host)/x")) != nil
      )
    }
  }

  @Test(.busy, .enabled(if: Node.isInstalled, "Node.js is not installed"))
  func `drawn hosts are what Node makes of them`() throws {
    let cases = PropertyRun.cases(default: 10_000)
    var draw = HostDraw(random: PropertyRun.generator(for: "hosts", cases: cases))
    // Node skips an empty host.
    let hosts = (0..<cases).map { _ in draw.host() }.map { $0.isEmpty ? "a" : $0 }
    let answers = try Node.hosts(of: hosts)
    #expect(answers.count == hosts.count)
    var (same, refused, refusedHere) = (0, 0, 0)
    for (host, answer) in zip(hosts, answers) {
      let read = Reading("http://\(host)/x")
      #expect(read.pattern == read.target && Reading.inHeader(host) == read.target, "\(host)")
      if read.target == nil, let answer, Self.isRefusedHere(answer, host) {
        refusedHere += 1
        continue
      }
      // Here the dot at the end of a name is left out.
      #expect(
        read.target == answer.map { $0.hasSuffix(".") ? String($0.dropLast()) : $0 },
        "\(host)"
      )
      (same, refused) = answer == nil ? (same, refused + 1) : (same + 1, refused)
    }
    print(
      "hosts: \(same) as in Node, \(refused) refused in both, \(refusedHere) refused here alone"
    )
    #expect(same >= PropertyRun.least(oneIn: 5, of: cases))
    #expect(refused >= PropertyRun.least(oneIn: 5, of: cases))
  }

  /// Whether a host that Node takes has what no host has here: an empty label, or another character.
  private static func isRefusedHere(_ answer: String, _ host: String) -> Bool {
    !host.hasPrefix("[")
      && (answer.utf8.split(separator: 0x2E, omittingEmptySubsequences: false).dropLast()
        .contains(where: \.isEmpty) || answer == "."
        || host.utf8.contains { !TargetAuthority.isHostByte($0) })
  }
}

/// What a URL's host is read as in a target, and in a pattern.
private struct Reading: Equatable {
  var target: String?
  var pattern: String?

  init(_ url: String) {
    target = (try? RouteTarget(url))?.host
    guard let read = try? RoutePattern(parsing: url) else { return }
    // The host of the one target that the pattern matches.
    pattern = (try? read.url()).flatMap { try? RouteTarget($0).host }
    #expect((try? read.match(RouteTarget(url))) != nil, "\(url)")
  }

  /// The host of a request with a value of the header.
  static func inHeader(_ value: String) -> String? {
    (try? RouteTarget(requestTarget: "/x".utf8, scheme: .http, hosts: [value]))?.host
  }
}

/// Hosts that are addresses, nearly addresses, or names that resemble them.
private struct HostDraw {
  var random: SeededGenerator

  mutating func host() -> String {
    switch random.below(8) {
    case 0...3: return dotted()
    case 4: return (0...random.below(3)).map { _ in label() }.joined(separator: ".")
    default: return "[\(groups())]" + (random.below(40) == 0 ? "x" : "")
    }
  }

  private mutating func dotted() -> String {
    var count = 1 + random.below(4)
    if random.below(12) == 0 { count += random.below(3) }
    var labels = (0..<count).map { _ in number() }
    if random.below(6) == 0 { labels[random.below(count)] = label() }
    return labels.joined(separator: ".") + random.pick(["", "", "", "", ".", ".."])
  }

  private mutating func number() -> String {
    let limits = [2, 10, 256, 257, 300, 65_536, 65_537, 1 << 24, 1 << 32, 1 << 33]
    let value = random.below(3) == 0 ? random.pick(limits) - 1 : random.below(random.pick(limits))
    switch random.below(8) {
    case 0: return "0x" + String(value, radix: 16)
    case 1: return "0X0" + String(value, radix: 16, uppercase: true)
    case 2: return "0" + String(value, radix: 8)
    case 3: return "00" + String(value)
    default: return String(value)
    }
  }

  private mutating func label() -> String {
    let pieces = ["a", "B", "x", "0", "1", "9", "f", "-", "_", "0x", "25", "g"]
    let length = random.below(5)
    var label = (0..<length).map { _ in random.pick(pieces) }.joined()
    if random.below(30) == 0 { label += random.pick(["%41", "~", "!", "é", "%30"]) }
    return label.lowercased().hasPrefix("xn--") ? "a" : label
  }

  private mutating func groups() -> String {
    var groups = (0..<(random.below(4) == 0 ? random.below(10) : 8)).map { _ in
      random.below(2) == 0
        ? "0" : String(random.below(random.pick([2, 16, 256, 65_536])), radix: 16)
    }
    if random.below(4) == 0 {
      let bytes = (0..<(random.below(8) == 0 ? random.below(6) : 4)).map { _ in
        String(random.below(random.pick([2, 10, 256, 260])))
      }
      groups = groups.dropLast(2) + [bytes.joined(separator: ".")]
    }
    for _ in 0..<(random.below(3) == 0 ? 1 + random.below(2) : 0) where !groups.isEmpty {
      let start = random.below(groups.count)
      let count = min(random.below(5), groups.count - start)
      groups.replaceSubrange(start..<(start + count), with: [""])
    }
    var text = groups.joined(separator: ":")
    if text.hasPrefix(":"), random.below(4) > 0 { text = ":" + text }
    if text.hasSuffix(":"), random.below(4) > 0 { text += ":" }
    if random.below(20) == 0 {
      let noise = random.pick([":", ".", "0", "00000", "g", "%eth0", "%251", "::", "A", " ", "+1"])
      let place = text.index(text.startIndex, offsetBy: random.below(text.count + 1))
      text.insert(contentsOf: noise, at: place)
    }
    return random.below(4) == 0 ? text.uppercased() : text
  }
}

/// The URL standard, as Node.js has it.
private enum Node {
  static let isInstalled = (try? ChildProgram.output(of: ["node", "--version"])) ?? nil != nil

  private static let program = """
    console.log(JSON.stringify(JSON.parse(require("fs").readFileSync(process.argv[1])).map((host) => {
      try { return new URL("http://" + host + "/x").hostname } catch { return null }
    })))
    """

  /// The canonical form of each host, nothing where it is refused.
  static func hosts(of hosts: [String]) throws -> [String?] {
    let file = FileManager.default.temporaryDirectory.appending(path: "\(UUID()).json")
    defer { try? FileManager.default.removeItem(at: file) }
    try JSONEncoder().encode(hosts).write(to: file)
    let output = try ChildProgram.output(of: ["node", "-e", program, file.path])
    return try JSONDecoder().decode([String?].self, from: Data(try #require(output).utf8))
  }
}
