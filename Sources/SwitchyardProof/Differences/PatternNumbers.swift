/// The patterns of two tables, each once.
struct PatternNumbers {
  private struct Key: Hashable {
    let text: String
    let options: RoutePattern.Options
  }

  private(set) var patterns: [RoutePattern] = []
  private var numbers: [Key: Int] = [:]

  init(_ routes: [SurveyedRoute]) {
    for route in routes {
      for pattern in [route.pattern] + route.exceptions.map(\.pattern) {
        let key = Key(text: pattern.text, options: pattern.options)
        guard numbers[key] == nil else { continue }
        numbers[key] = patterns.count
        patterns.append(pattern)
      }
    }
  }

  func number(of pattern: RoutePattern) -> Int {
    numbers[Key(text: pattern.text, options: pattern.options)] ?? 0
  }
}
