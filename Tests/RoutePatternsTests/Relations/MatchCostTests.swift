@testable import RoutePatterns
import Testing

@Suite struct MatchCostTests {
  @Test(arguments: [
    "/mixed/:a-:b-:c", "/files/:name.:type", "/books/:id(\\d+)", "/slow/:s(\\s*[^a]+)",
    "/x{/:y}?{/:z}?", "/a/:b+/end", "/a/:b*/c/:d*/e", "/words/:w((?!x)[a-z]+)", "/:a.:b(.*)x",
    "/a/*/b/*/c", "/l/:x(.{3,200})", "/:a-:b", "/r/:x((?:a-){0,200}[xy])",
  ]) func `no match takes more than its bound`(_ text: String) throws {
    let pattern = try RoutePattern(parsing: text)
    let cost = MatchCost(of: pattern)
    let beginning = "/" + (text.split(separator: "/").first.map(String.init) ?? "")
    for length in [10, 40, 100, 200, 300, 600, 1_000] {
      let bound = cost.steps(length: length) ?? .max
      for piece in ["-", "a-", "a.", "a/", "1", " ", "b", "/c/e", "/", "x", "%20"] {
        for end in ["", "/", "/y", "a", "\n"] {
          let middle = String(repeating: piece, count: length / piece.utf8.count)
          let path = String("\(beginning)/\(middle)".prefix(length - end.utf8.count)) + end
          guard let target = try? RouteTarget(path), target.description.utf8.count <= length
          else { continue }
          var budget = MatchBudget(steps: 10_000_000)
          _ = try? pattern.match(target, budget: &budget)
          #expect(10_000_000 - budget.remaining <= bound, "\(path)")
        }
      }
    }
  }

  @Test func `what may take any number of steps has no bound`() throws {
    for text in ["/slow/:s((?:a|aa)+b)", "/twice/:t((?<l>[ab])\\k<l>)"] {
      #expect(MatchCost(of: try RoutePattern(parsing: text)).steps(length: 9) == nil)
    }
    #expect(MatchCost(of: "/books/:id/*").steps(length: 1_000) == 0)
  }

  @Test func `the length within some steps is the longest`() {
    let cost = MatchCost(of: "/mixed/:a-:b-:c")
    let length = cost.length(within: 50_000, upTo: 1_200)
    #expect((cost.steps(length: length) ?? .max) <= 50_000)
    #expect((cost.steps(length: length + 1) ?? .max) > 50_000)
    #expect((30..<300).contains(length))
    #expect(cost.length(within: .max, upTo: 1_200) == 1_200)
    #expect(cost.length(within: 0, upTo: 1_200) == 0)
  }
}
