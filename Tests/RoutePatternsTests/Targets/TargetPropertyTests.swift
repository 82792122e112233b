@testable import PatternTestSupport
import TestSupport
import Testing

@testable import RoutePatterns

/// Random bytes, and realistic targets with a few bytes changed.
@Suite struct TargetPropertyTests {
  @Test(.busy) func `canonical targets hold what they promise`() throws {
    let cases = PropertyRun.cases(default: 120_000)
    var random = PropertyRun.generator(for: "canonical targets", cases: cases)
    var accepted = 0
    for number in 0..<cases {
      let input = Self.input(&random)
      let options = RouteTarget.Options(
        slashes: random.below(2) == 0 ? .lenient : .strict,
        targetLength: random.below(4) == 0 ? random.below(48) : 8192
      )
      let isServer = random.below(3) == 0
      if let fault = Self.fault(input, options, isServer: isServer, &accepted) {
        Issue.record(
          "case \(number): \(fault): \(CaseText(bytes: input)) (\(options), \(isServer))"
        )
        break
      }
    }
    // Otherwise the generator makes nothing but rubbish.
    #expect(accepted >= PropertyRun.least(oneIn: 10, of: cases))
  }

  /// What a request makes by the fast path is what the slow path makes of it.
  @Test(.busy) func `requests make the same target whichever way they go`() throws {
    let cases = PropertyRun.cases(default: 50_000)
    var random = PropertyRun.generator(for: "requests", cases: cases)
    var (clean, rejected) = (0, 0)
    for number in 0..<cases {
      let input = Self.input(&random)
      let options = RouteTarget.Options(
        slashes: random.below(2) == 0 ? .lenient : .strict,
        targetLength: random.below(4) == 0 ? random.below(48) : 8192
      )
      let scheme: RouteTarget.ServerScheme = random.below(2) == 0 ? .http : .https
      let host = random.pick(Self.hosts)
      let fast = RouteTarget(cleanRequest: input, scheme: scheme, host: host, options: options)
      let slow = try? RouteTarget(
        slow: input,
        mode: .server(scheme: scheme, host: Array(host.utf8), allowsAsterisk: false),
        options: options
      )
      if slow == nil { rejected += 1 }
      guard let fast else { continue }
      clean += 1
      guard fast.text != slow?.text || fast.layout != slow?.layout else { continue }
      Issue.record("case \(number): \(CaseText(bytes: input)) on \(host) (\(options)): \(fast)")
      break
    }
    #expect(clean >= PropertyRun.least(oneIn: 200, of: cases))
    #expect(rejected >= PropertyRun.least(oneIn: 10, of: cases))
  }

  private static let hosts = [
    "a", "h.example", "127.0.0.1", "a:8080", "a:80", "a:443", "a:0", "a:08", "a:65535", "a:65536",
    "a:99999", "a:100000", "a:", ":1", "", ".", "a.", "a..b", ".a", "A", "a/b", "a?b", "a#b", "u@a",
    "a b", "[::1]", "[::1]:8080", "127.1", "127.0.0.01", "0x7f.1", "1.2.3.256", "1.2.3.4.5", "a.1",
    "1.2.3.4:80", "255.255.255.255:81", "1.2.3.4.", "[::0]", "0.a", "a_b", "a~b", "ä", "a%62",
    "a:1:2", "a:+1", "-a-",
  ]

  private static func fault(
    _ input: [UInt8],
    _ options: RouteTarget.Options,
    isServer: Bool,
    _ accepted: inout Int
  ) -> String? {
    guard let target = try? make(input, isServer, options) else {
      return fastPathFault(input, options)
    }
    accepted += 1
    if let fault = TargetInvariants.fault(in: target, options.slashes) { return fault }
    if target.description.utf8.count > options.targetLength { return "too long" }
    // The whole goes through the slow path once more, so that both paths are held against each other.
    let description = Array(target.description.utf8)
    guard let slow = try? RouteTarget(slow: description, mode: .text, options: options) else {
      return "its description is rejected"
    }
    if slow != target { return "its description makes \(slow)" }
    if slow.layout != target.layout { return "its description has another layout" }
    guard (try? make(description, isServer, options)) == target else { return "not idempotent" }
    return isServer ? nil : fastPathFault(input, options)
  }

  /// What the fast path calls clean is what the slow path leaves as it is.
  private static func fastPathFault(_ input: [UInt8], _ options: RouteTarget.Options) -> String? {
    guard input.count <= options.targetLength,
      let layout = TargetScanner.layout(of: input.span, slashes: options.slashes)
    else { return nil }
    guard let slow = try? RouteTarget(slow: input, mode: .text, options: options) else {
      return "the fast path accepts what the slow path rejects"
    }
    guard slow.text == String(decoding: input, as: UTF8.self) else {
      return "the fast path keeps what the slow path changes"
    }
    return layout == slow.layout ? nil : "the fast path finds another layout"
  }

  private static func make(
    _ input: [UInt8],
    _ isServer: Bool,
    _ options: RouteTarget.Options
  ) throws -> RouteTarget {
    isServer
      ? try RouteTarget(
        requestTarget: input,
        scheme: .https,
        hosts: ["h.example"],
        options: options
      )
      : try RouteTarget(utf8: input, options: options)
  }

  private static func input(_ random: inout SeededGenerator) -> [UInt8] {
    switch random.below(8) {
    case 0:
      return (0..<random.below(24)).map { _ in UInt8(random.below(256)) }
    case 1, 2:
      return (0..<random.below(14)).flatMap { _ in random.pick(pieces) }
    default:
      var bytes = random.pick(realistic)
      for _ in 0..<random.below(4) {
        let place = random.below(bytes.count + 1)
        switch random.below(3) {
        case 0: bytes.insert(contentsOf: random.pick(pieces), at: place)
        case 1 where place < bytes.count: bytes.remove(at: place)
        case 2 where place < bytes.count: bytes[place] = UInt8(random.below(128))
        default: break
        }
      }
      return bytes
    }
  }

  private static let pieces: [[UInt8]] =
    [
      "/", "/", "/", ".", "..", "/.", "http://1.2.3.4", ".0x1", ".255", "/../", "//", "%2e", "%2E",
      "%2f", "%5C", "%61", "%25", "%",
      "%00", "\\", "?", "#", ":", "@", "a", "B", "7", "~", "é", "%C3%A9", "%c3", "%A9", " ", ";",
      "http", "app", "://", "x.y", ":80", "[::1]", "+", "%7F", "\u{7F}", "{", "%zz",
    ].map { Array($0.utf8) } + [[0xC3], [0xA9], [0xFF], [0x80]]

  private static let realistic: [[UInt8]] = [
    "/users/12345/books/abc-def", "/", "/a", "books/1?x=1&y=2#top", "app://push/info",
    "app:///Push/info", "https://api.example.com/v1/users?q=a%20b", "http://h:8080/a/b",
    "HTTP://Example.COM./%7Euser/", "/a/./b/../c//d/", "/search?q=%E2%82%AC&r=/x?y#f/g?h",
    "/files/a%2Fb%5Cc/%25/d;v=1", "ws://[fe80::1]:81/chat", "/12345678", "/1234567/",
    "/1234567/.x", "x-y+z.1://h-1_2/p?q", "app://a.b./c/../..",
  ].map { Array($0.utf8) }
}
