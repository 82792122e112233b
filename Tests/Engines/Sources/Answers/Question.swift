import URLPatterns

/// A pattern as it is written for `new URLPattern(…)`, with what is asked of it.
struct Question: Decodable {
  /// The arguments of the constructor.
  var pattern: [Argument]
  /// Those of another pattern to compare with.
  var other: [Argument]
  /// The arguments of each call of `exec`.
  var inputs: [[Argument]]
  /// The values that texts are to be made of.
  var groups: [String: String]

  /// A text, components, or options.
  enum Argument: Decodable {
    case text(String)
    case parts(URLPatternInit)
    case options(ignoreCase: Bool)

    private enum Keys: String, CodingKey { case ignoreCase }

    init(from decoder: any Decoder) throws {
      if let text = try? decoder.singleValueContainer().decode(String.self) {
        self = .text(text)
      } else if let ignoreCase = try decoder.container(keyedBy: Keys.self)
        .decodeIfPresent(Bool.self, forKey: .ignoreCase)
      {
        self = .options(ignoreCase: ignoreCase)
      } else {
        self = .parts(try URLPatternInit(from: decoder))
      }
    }
  }

}

extension URLPattern {
  /// Calls the constructor with arguments.
  init(_ arguments: [Question.Argument]) throws(URLPatternError) {
    var options = URLPattern.Options()
    if case .options(let ignoreCase) = arguments.last { options.ignoreCase = ignoreCase }
    switch arguments.first {
    case .text(let text):
      var base: String?
      if arguments.count > 1, case .text(let text) = arguments[1] { base = text }
      try self.init(parsing: text, base: base, options: options)
    case .parts(let parts): try self.init(parts, options: options)
    default: fatalError("no arguments of a constructor: \(arguments)")
    }
  }

  /// Calls `exec` with arguments.
  func exec(_ arguments: [Question.Argument]) throws(MatchError) -> Match? {
    switch (arguments.first, arguments.dropFirst().first) {
    case (.text(let url), nil): return try exec(url)
    case (.text(let url), .text(let base)): return try exec(url, base: base)
    case (.parts(let parts), nil): return try exec(parts)
    default: fatalError("no arguments of a call: \(arguments)")
    }
  }

  /// Calls `test` with arguments.
  func test(_ arguments: [Question.Argument]) throws(MatchError) -> Bool {
    switch (arguments.first, arguments.dropFirst().first) {
    case (.text(let url), nil): return try test(url)
    case (.text(let url), .text(let base)): return try test(url, base: base)
    case (.parts(let parts), nil): return try test(parts)
    default: fatalError("no arguments of a call: \(arguments)")
    }
  }
}
