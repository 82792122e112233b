import Measuring
import RoutePatterns

/// One match of a target of 30 bytes beside the bare call of its regular expression.
struct MatchBenchmark {
  // 30 bytes and 40 bytes.
  static let path = "/users/12345/books/abcdefg-hij"
  static let clean = "/users/12345/books/abc-def-ghi-jklmno-pq"

  let repeats: Repeats

  /// A pattern of nothing but text and parameters, the most common one by far.
  func plain() throws -> [Criterion] {
    let clean = Self.clean
    let figures = try figures(
      "/users/:user/books/:book",
      more: [
        Row(name: "RouteTarget of a clean path of 40 bytes") { times in
          for _ in 0..<times { consume(try? RouteTarget(clean)) }
        }
      ]
    )
    return criteria("match", figures) + [
      // 40 ns where the bare call takes 25.
      Criterion(name: "target", measured: figures[2].ratio(to: figures[0]), limit: 40.0 / 25.0)
    ]
  }

  /// A pattern with a regular expression of its user.
  func constrained() throws -> [Criterion] {
    try criteria("constrained match", figures("/users/:user(\\d+)/books/:book([a-z\\-]+)"))
  }

  private func criteria(_ name: String, _ figures: [Figure]) -> [Criterion] {
    let allocations = figures[1].allocations.map {
      Criterion(name: "\(name) allocations", measured: $0, limit: 0)
    }
    return [Criterion(name: name, measured: figures[1].ratio(to: figures[0]), limit: 2)]
      + (allocations.map { [$0] } ?? [])
  }

  private func figures(_ text: String, more: [Row] = []) throws -> [Figure] {
    let pattern = try RoutePattern(parsing: text)
    let target = try RouteTarget(Self.path)
    guard try pattern.match(target) != nil, let bare = BareRegex(pattern.regex) else {
      fatalError("\(pattern) does not match \(target)")
    }
    var subject = Self.path
    let rows = [
      Row(name: "bare pcre2_jit_match") { times in
        subject.withUTF8 { bare.match($0, times: times) }
      },
      Row(name: "RoutePattern.match, ranges") { match(pattern, target, times: $0) },
    ]
    let figures = measure(rows + more, repeats)
    report("one match of a target of 30 bytes with \(pattern.regex)", figures)
    return figures
  }
}

private func match(_ pattern: RoutePattern, _ target: RouteTarget, times: Int) {
  var sum = 0
  for _ in 0..<times {
    guard let match = try? pattern.match(target) else { continue }
    sum &+= match.range(at: 1)?.lowerBound ?? 0
  }
  consume(sum)
}
