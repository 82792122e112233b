import TestSupport
import Testing

@testable import RoutePatterns

@Suite struct `The automaton of canonical targets` {
  private static let pieces: [[UInt8]] =
    [
      "/", "/", "/", ".", "..", "...", "%2F", "%5c", "%61", "%2e", "%25", "%7E", "%40", "%5F", "é",
      "日", "\u{10FFFF}", "\u{800}", "\u{D7FF}", "\u{E000}", "\u{FFFF}", "\u{10000}", "%C3%A9",
      "%E0%A0%80", "%ED%9F%BF", "%F0%90%80%80", "%F4%8F%BF%BF", "%ED%A0%80", "%C1%81", "a", "Z",
      "h", "0", "9", "!", "~", "\\", ";", "@", ":", "[", "]", "{", "|", "+", "-", "_", "x",
    ].map { Array($0.utf8) }

  private static let origins: [[UInt8]] =
    [
      "", "", "", "/", "app://", "h://", "ht://", "https1://", "A+-.9://", "app://Push/",
      "wst://x", "http://h", "https://H.com.", "https://h.com:443", "https://h.com:8080",
      "http://h:80", "http://h:8", "http://h:800", "http://h:65535", "http://h:65536",
      "http://h:0", "http://h:007", "http://h:6553", "http://h:7000", "ftp://f:21", "ftp://f:2121",
      "ws://a_b-c.d", "wss://w:44", "wss://w:4431", "http://[::1]", "http://[FE80::1.2.3.4]:1",
      "http://[:]", "http://a..b", "http://.", "http://127.1", "http://0x7f.0.0.1", "http://1.2.3",
      "http://255.255.255.255", "http://249.99.0.100", "http://1.2.3.4.a", "http://a.0x1g",
      "http://0x", "http://0xa.b", "http://1.2.3.256", "http://26.0.0.30:1", "http://00.a",
      "http://[1:0:0:2:0:0:0:3]", "http://[1::2:0:0:3:4]", "http://[::1:2:3:4:5:6:7]",
      "http://[abcd:1:20:300:4000:0:6:7]", "http://[1::]", "http://[::]", "http://[0:0:1::]",
    ].map { Array($0.utf8) }

  @Test(arguments: [RouteTarget.SlashPolicy.lenient, .strict])
  func `every target is accepted`(_ slashes: RouteTarget.SlashPolicy) {
    let count = PropertyRun.cases(default: 8_000)
    var random = PropertyRun.generator(for: "canonical texts \(slashes)", cases: count)
    var accepted = 0
    for _ in 0..<count {
      var bytes = random.pick(Self.origins)
      for _ in 0..<random.below(8) { bytes += random.pick(Self.pieces) }
      guard let target = try? RouteTarget(utf8: bytes, options: .init(slashes: slashes)) else {
        continue
      }
      accepted += 1
      let text = target.text.utf8.prefix(target.pathEnd)
      let end = Self.state(behind: text, in: .of(slashes))
      if end?.state.isAccepting != true || end?.pathStart != target.pathStart {
        Issue.record("\(target) is not accepted, or its path begins elsewhere")
      }
    }
    #expect(accepted >= PropertyRun.least(oneIn: 5, of: count))
  }

  @Test(.busy, arguments: [RouteTarget.SlashPolicy.lenient, .strict])
  func `everything accepted is a target`(_ slashes: RouteTarget.SlashPolicy) {
    let count = PropertyRun.cases(default: 8_000)
    var random = PropertyRun.generator(for: "walks \(slashes)", cases: count)
    let automaton = CanonicalAutomaton.of(slashes)
    var walked = 0
    for _ in 0..<count {
      var state = random.below(3) == 0 ? CanonicalAutomaton.pathStart : CanonicalAutomaton.start
      var bytes: [UInt8] = []
      for _ in 0..<(4 + random.below(40)) {
        let edge = random.pick(automaton.states[state].edges)
        let members = (0..<128 as Range<UInt8>).filter(edge.set.contains)
        bytes.append(random.pick(members))
        state = edge.target
        if automaton.states[state].isAccepting, random.below(6) == 0 { break }
      }
      guard automaton.states[state].isAccepting else { continue }
      walked += 1
      // The host of a deep link is empty, and stands between two slashes.
      var text = bytes
      if let colon = TargetScheme.end(in: bytes),
        TargetScheme.defaultPort(of: bytes[..<colon]) == nil
      {
        text.insert(UInt8(ascii: "/"), at: colon + 1)
      }
      let target = try? RouteTarget(
        utf8: text,
        options: .init(slashes: slashes, targetLength: .max)
      )
      if target.map({ Array($0.text.utf8) }) != bytes {
        Issue.record("\(String(decoding: bytes, as: UTF8.self)) is no canonical target")
      }
    }
    #expect(walked >= PropertyRun.least(oneIn: 10, of: count))
  }

  /// The state that a text leads to, and where its path begins.
  private static func state(
    behind text: some Sequence<UInt8>,
    in automaton: CanonicalAutomaton
  ) -> (state: CanonicalAutomaton.State, pathStart: Int)? {
    var index = CanonicalAutomaton.start
    var pathStart = -1
    for (offset, byte) in text.enumerated() {
      let edges = automaton.states[index].edges.filter { $0.set.contains(byte) }
      guard edges.count == 1 else { return nil }
      if edges[0].startsPath { pathStart = offset }
      index = edges[0].target
    }
    return (automaton.states[index], pathStart)
  }
}
