import URLPatterns

/// What a pattern says, in the form in which `answers.js` writes it.
struct Answer: Encodable {
  /// The error where there is no pattern.
  var error: String?
  /// The texts of the components, in their order.
  var components: [String]?
  var hasRegExpGroups: Bool?
  /// What `test` says of each input, and `exec`.
  var tests: [Bool]?
  var matches: [Found?]?
  /// The text of each component that is made of the values.
  var generated: [String?]?
  /// How each component compares of the other pattern compares with it.
  var order: [Int]?

  /// A match, or why it is not known whether there is one.
  enum Found: Encodable {
    case components([Component])
    case limit

    func encode(to encoder: any Encoder) throws {
      var container = encoder.singleValueContainer()
      switch self {
      case .components(let components): try container.encode(components)
      case .limit: try container.encode("limit")
      }
    }
  }

  struct Component: Encodable {
    var input: String
    var groups: [String: String?]
  }

  init(error: String) { self.error = error }

  init(_ question: Question, _ pattern: URLPattern) {
    components = URLPatternComponent.allCases.map { pattern[$0] }
    hasRegExpGroups = pattern.hasRegExpGroups
    var (tests, matches): ([Bool], [Found?]) = ([], [])
    for input in question.inputs {
      do throws(MatchError) {
        let isMatched = try pattern.test(input)
        matches.append(try pattern.exec(input).map(Found.init))
        tests.append(isMatched)
      } catch {
        tests.append(false)
        matches.append(.limit)
      }
    }
    (self.tests, self.matches) = (tests, matches)
    generated = URLPatternComponent.allCases.map {
      try? pattern.generate(component: $0, groups: question.groups)
    }
    order = (try? URLPattern(question.other)).map { other in
      URLPatternComponent.allCases.map { URLPattern.compareComponent($0, other, pattern).rawValue }
    }
  }
}

extension Answer.Found {
  init(_ match: URLPattern.Match) {
    self = .components(
      URLPatternComponent.allCases.map {
        Answer.Component(input: match[$0].input, groups: match[$0].groups)
      }
    )
  }
}
