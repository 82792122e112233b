import HTTPTestSupport
import RoutePatterns
import SwitchyardHTTP
import TestSupport
import Testing

/// The field `Accept-Encoding` by the rules of RFC 9110, 12.5.3.
@Suite struct AcceptedCodingTests {
  struct Case: Sendable, CustomTestStringConvertible {
    let value: String
    /// What is chosen of brotli, gzip and deflate, in this order.
    let codings: String
    var testDescription: String { "\(value): \(codings)" }

    init(_ value: String, _ codings: String) {
      self.value = value
      self.codings = codings
    }
  }

  static let cases = [
    Case("gzip", "gzip"),
    Case("GZip", "gzip"),
    Case("x-gzip", "gzip"),
    Case("x-deflate", ""),
    Case("gzip, deflate, br", "br gzip deflate"),
    Case("gzip,deflate,br,zstd", "br gzip deflate"),
    Case("gzip;q=0.5, deflate, br;q=0.7", "deflate br gzip"),
    Case("gzip;q=0.501, deflate;q=0.5", "gzip deflate"),
    Case("gzip;q=1.000, br;q=0.999", "gzip br"),
    Case("gzip ; q=0.5 , deflate\t;\tQ=0.7", "deflate gzip"),
    Case(",,gzip,,", "gzip"),
    // Nothing is said of anything, or only the content as it is is accepted.
    Case("", ""),
    Case(" , ", ""),
    Case("identity", ""),
    Case("zstd, compress", ""),
    // What is refused.
    Case("gzip;q=0", ""),
    Case("gzip;q=0.000, deflate", "deflate"),
    Case("gzip;q=0, *", "br deflate"),
    Case("*;q=0", ""),
    Case("*;q=0, gzip", "gzip"),
    // Anything.
    Case("*", "br gzip deflate"),
    Case("*;q=0.3, gzip;q=0.2", "br deflate"),
    Case("*;q=0.2, gzip;q=0.3", "gzip br deflate"),
    // The content as it is is wanted more, or less.
    Case("identity, gzip;q=0.5", ""),
    Case("identity;q=0.5, gzip;q=0.5", "gzip"),
    Case("identity;q=0.5, gzip;q=0.4, br;q=0.6", "br"),
    Case("identity;q=0, gzip;q=0.001", "gzip"),
    Case("identity;q=0", ""),
    Case("identity;q=0, *;q=0", ""),
    Case("IDENTITY;q=0, *;q=0.1", "br gzip deflate"),
    // Twice: the lower weight.
    Case("gzip, gzip;q=0", ""),
    Case("gzip;q=0, x-gzip", ""),
    Case("deflate, gzip;q=0.4, gzip;q=0.6", "deflate gzip"),
    // What cannot be read says nothing.
    Case("gzip;q=2", ""),
    Case("gzip;q=1.001", ""),
    Case("gzip;q=1.0000", ""),
    Case("gzip;q=.5", ""),
    Case("gzip;q=0.1234", ""),
    Case("gzip;q=0.5.5", ""),
    Case("gzip;q=", ""),
    Case("gzip;q", ""),
    Case("gzip;", ""),
    Case("gzip;;q=1", ""),
    Case("gzip;level=9", ""),
    Case("gzip;q=1;x=1", ""),
    Case("gzip;q=-0", ""),
    Case("gzip;q=0x1", ""),
    Case("gzip;q=1e0", ""),
    Case("gzip;q=nan", ""),
    Case("gzip; q = 1", ""),
    Case("gzip;q=\u{0661}", ""),
    Case("gzip, ;q=1", ""),
    Case("gzip deflate", ""),
    Case("gz\u{EF}p, gzip", ""),
    Case("\"gzip\"", ""),
    Case("gzip, de/flate", ""),
  ]

  private func ranked(_ fields: HeaderFields) -> String {
    AcceptedCodings(fields).ranked([.brotli, .gzip, .deflate]).map(\.rawValue)
      .joined(separator: " ")
  }

  @Test(arguments: cases)
  func `a client is sent what it accepts`(_ row: Case) {
    #expect(ranked([.acceptEncoding: row.value]) == row.codings)
  }

  @Test func `no field accepts the content as it is, and several are one list`() {
    #expect(ranked([:]) == "")
    #expect(ranked([.acceptEncoding: "gzip", .acceptEncoding: "br;q=0.1"]) == "gzip br")
    #expect(ranked([.acceptEncoding: "gzip", .acceptEncoding: "gzip;q=0"]) == "")
    #expect(AcceptedCodings([.acceptEncoding: "*"]).ranked([]).isEmpty)
  }

  @Test(.timeLimit(.minutes(1)))
  func `a long field takes no long time`() {
    for piece in [",", "gzip;q=0.5,", "a;", "x,", ";", "*;q=0.1,", "gzip ", "\t"] {
      let value = String(repeating: piece, count: 65_536 / piece.utf8.count)
      _ = ranked([.acceptEncoding: value])
      #expect(ranked([.acceptEncoding: "\(value)gzip;q=x"]) == "")
    }
  }

  /// The rules again, written down another way: by what each member of the list says of a coding.
  private func expected(_ members: [(name: String, weight: Int)]) -> String {
    func weight(_ name: String) -> Int? {
      members.filter { $0.name == name }.map(\.weight).min()
    }
    let asIs = weight("identity") ?? weight("*") ?? 0
    let codings = ["br", "gzip", "deflate"]
    let known = codings.map { ($0, weight($0) ?? weight("*") ?? 0) }
    let order = known.filter { $0.1 > 0 && $0.1 >= asIs }.map(\.1).sorted(by: >)
    var seen: [String] = []
    for weight in order {
      seen += known.filter { $0.1 == weight && !seen.contains($0.0) }.map(\.0)
    }
    return seen.joined(separator: " ")
  }

  @Test func `drawn fields are read as the rules say`() {
    let count = PropertyRun.cases(default: 3000)
    var random = PropertyRun.generator(for: "accepted codings", cases: count)
    for _ in 0..<count {
      let members = (0..<random.below(6)).map { _ in
        (
          name: random.pick(["gzip", "br", "deflate", "identity", "*", "zstd"]),
          weight: random.pick([0, 1, 100, 500, 999, 1000])
        )
      }
      let value = members.map { name, weight in
        let digits = String(1000 + weight % 1000).dropFirst()
        return "\(name);q=\(weight / 1000).\(digits)"
      }
      let field = value.joined(separator: random.pick([",", ", ", " ,"]))
      #expect(ranked([.acceptEncoding: field]) == expected(members), "\(field)")
    }
  }
}
