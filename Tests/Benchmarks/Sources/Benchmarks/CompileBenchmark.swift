import Measuring
import RoutePatterns

/// Making a pattern and releasing it, beside the bare call for its regular expression.
struct CompileBenchmark {
  static let patterns = [
    "/users/:user/books/:book", "/books/:id(\\d+)", "/files/*", "/authorizations",
    "/repos/:owner/:repo/issues/:number",
  ]

  let repeats: Repeats

  func criteria() throws -> [Criterion] {
    try Self.patterns.map { text in
      let regex = try RoutePattern(parsing: text).regex
      let figures = measure(
        [
          Row(name: "bare pcre2_compile") { BareRegex.compile(regex, times: $0) },
          Row(name: "RoutePattern(parsing:)") { times in
            for _ in 0..<times { consume(try? RoutePattern(parsing: text)) }
          },
        ],
        repeats
      )
      report("compiling \(text) to \(regex)", figures)
      return Criterion(
        name: "compile \(text)",
        measured: figures[1].ratio(to: figures[0]),
        limit: 3
      )
    }
  }
}
