import RoutePatterns

@main
struct Benchmarks {
  static func main() throws {
    let rounds = 15
    // 30 bytes and 40 bytes.
    let path = "/users/12345/books/abcdefg-hij"
    let clean = "/users/12345/books/abc-def-ghi-jklmno-pq"
    let text = "/users/:user/books/:book"
    let pattern = try RoutePattern(parsing: text)
    let target = try RouteTarget(path)
    guard let bare = BareRegex(pattern.regex) else {
      return print("PCRE2 refuses \(pattern.regex)")
    }
    precondition(path.utf8.count == 30 && clean.utf8.count == 40)

    var subject = path
    let bareMatch = Row(name: "bare pcre2_jit_match") { times in
      subject.withUTF8 { bare.match($0, times: times) }
    }
    report(
      "one match of a target of 30 bytes with \(pattern.regex)",
      measure(
        [
          bareMatch,
          Row(name: "RoutePattern.match, ranges") { times in
            for _ in 0..<times { consume(try? pattern.match(target)) }
          },
          Row(name: "RoutePattern.match, nil check") { times in
            var n = 0
            for _ in 0..<times { if (try? pattern.match(target)) != nil { n += 1 } }
            consume(n)
          },
          Row(name: "RoutePattern.match, first range") { times in
            var n = 0
            for _ in 0..<times {
              if let match = try? pattern.match(target) { n += match.range(at: 0)?.lowerBound ?? 0 }
            }
            consume(n)
          },
          Row(name: "RouteTarget of a clean path of 40 bytes") { times in
            for _ in 0..<times { consume(try? RouteTarget(clean)) }
          },
        ],
        times: 200_000,
        rounds: rounds
      )
    )

    for text in ["/users/:user/books/:book", "/books/:id(\\d+)", "/files/*"] {
      let regex = try RoutePattern(parsing: text).regex
      report(
        "compiling \(text) to \(regex)",
        measure(
          [
            Row(name: "bare pcre2_compile") { BareRegex.compile(regex, times: $0) },
            Row(name: "RoutePattern(parsing:)") { times in
              for _ in 0..<times { consume(try? RoutePattern(parsing: text)) }
            },
          ],
          times: 5_000,
          rounds: rounds
        )
      )
    }
  }
}
