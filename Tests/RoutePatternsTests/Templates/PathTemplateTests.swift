import Foundation
import TestSupport
import Testing

@testable import RoutePatterns

@Suite struct PathTemplateTests {
  struct Case: Sendable, CustomTestStringConvertible {
    let pattern: String
    /// The templates, and behind each value its requirement.
    let templates: [String]
    var testDescription: String { pattern }

    init(_ pattern: String, _ templates: String...) {
      self.pattern = pattern
      self.templates = templates
    }
  }

  private func described(_ template: PathTemplate) -> String {
    let names = template.values.map { value in
      let name = value.name ?? "_"
      return switch value.schema {
      case .anything: name
      case .choices(let texts): "\(name) one of \(texts.joined(separator: " "))"
      case .pattern(let text): "\(name) \(text)"
      case nil: "\(name) ?"
      }
    }
    return template.text(names: names)
  }

  @Test(arguments: [
    Case("/", "/"),
    Case("", "/"),
    Case("/books", "/books"),
    Case("/books/", "/books"),
    Case("/b%6Foks/ä/\\{x\\}", "/books/%C3%A4/%7Bx%7D"),
    Case("/books/:id", "/books/{id}"),
    Case("/books/:id(\\d+)", #"/books/{id ^\d+$}"#),
    Case("/books/:id(^[0-9]{2,4}$)", #"/books/{id ^\d{2,4}$}"#),
    Case("/books/:id([a-z]+\\d)", #"/books/{id ^[a-z]+\d$}"#),
    Case("/books/:id([a-z]+?)", #"/books/{id ^[a-z]+$}"#),
    Case("/books/:id([^.]+)", #"/books/{id ^[^.]+$}"#),
    Case("/books/:id([^\\/]+)", "/books/{id}"),
    Case("/books/:kind(new|old)", "/books/{kind one of new old}"),
    Case("/books/:kind(new)", "/books/{kind one of new}"),
    Case("/books/(\\d+)/:_", #"/books/{0 ^\d+$}/{_}"#),
    Case("/:file.:ext", "/{file}.{ext}"),
    Case("/v:major", "/v{major}"),
    Case("/{:a}b", "/{a}b"),
    Case("/books{/:id}?", "/books/{id}", "/books"),
    Case("/books/:id?", "/books/{id}", "/books"),
    Case("{/:a}?", "/{a}", "/"),
    Case("/a{/b}?/c", "/a/b/c", "/a/c"),
    Case("/a/{:b}?/c", "/a/{b}/c", "/a/c"),
    // Escapes, and spellings that are no escapes and could be, make another language of a value.
    Case("/books/:id(.{3})", "/books/{id ?}"),
    Case("/books/:id(a@b)", "/books/{id ?}"),
    Case("/books/:id([^0-9]+)", "/books/{id ?}"),
    Case("/books/:id((?=a).+b)", "/books/{id ?}"),
    Case("/books/:id(a++b)", "/books/{id ?}"),
  ]) func `a pattern becomes templates`(_ one: Case) throws {
    let pattern = try RoutePattern(parsing: one.pattern)
    let templates = try pattern.templates()
    #expect(templates.map(described) == one.templates)
    // The same are made of what they say.
    let again = try templates.map { try $0.pattern(options: pattern.options) }
    #expect(pattern.isCovered(by: again) == .yes || pattern.covers(pattern) != .yes)
  }

  @Test(arguments: [
    ("/books/*", PathTemplateFault.wildcard), ("/books/...", .repeats), ("/:a+", .repeats),
    ("/books/:path(.+)", .wildcard), ("/:a(\\d*)", .emptyValue),
    ("//example.com/a", .origin), ("app://a/b", .origin),
    ("{/:a}?{/:b}?{/:c}?{/:d}?{/:e}?", .tooManyGroups(limit: 16)),
    ("/:a(x\\/y)", .wildcard),
  ]) func `what is no template is named`(
    _ text: String,
    _ fault: PathTemplateFault
  ) throws {
    let pattern = try RoutePattern(parsing: text)
    #expect(throws: fault) { try pattern.templates() }
  }

  @Test func `letters in both cases stand in a schema where they match in both`() throws {
    let options = RoutePattern.Options(letterCase: .insensitive)
    let pattern = try RoutePattern(parsing: "/:id([a-f]+)", options: options)
    let templates = try pattern.templates()
    #expect(templates.map(described) == ["/{id ^[A-Fa-f]+$}"])
  }

  @Test(arguments: [
    (#"^\d+$"#, #"\d+"#), ("^(a|b)c$", "(?:a|b)c"), ("^[^.]+$", "[^.]+"), ("^.+$", #"[^\/]+"#),
    ("^.*$", #"[^\/]+"#), (#"^[\w.-]{1,8}$"#, #"[\w.\-]{1,8}"#), ("^[(]a$", nil), ("a", nil),
    ("^a|b$", nil), ("^a@b$", nil), ("^(?=a)b$", nil), ("^ $", nil), ("^(", nil), ("", nil),
    ("^$", nil), (#"^a\$"#, nil),
  ]) func `a pattern of a schema becomes an expression, or is not understood`(
    _ pattern: String,
    _ expression: String?
  ) throws {
    guard let found = ValueSchema.pattern(pattern).expression else {
      #expect(expression == nil)
      return
    }
    let read = try RoutePattern(parsing: "/:a(\(found))")
    let expected = try RoutePattern(parsing: "/:a(\(try #require(expression)))")
    #expect(read.covers(expected) == .yes && expected.covers(read) == .yes)
  }
}

/// The patterns of schemas against the engine that they are written for.
@Suite(.enabled(if: InstalledProgram("node").isInstalled, "node is not installed."))
struct ValueSchemaPropertyTests {
  private static let sets = [
    "a", "[a-c]", "\\d", "\\w", "[^a]", "[^.\\-]", ".", "[^\\/]", "-", "\\.", "~", "[a-f0-9]",
    "@", "\\W", "[^@]",
  ]
  private static let values = [
    "a", "b", "0", "7", ".", "-", "~", "_", " ", "@", "%", "ä", "+", "A",
  ]

  private static func expression(_ random: inout SeededGenerator, _ depth: Int) -> String {
    func piece(_ random: inout SeededGenerator) -> String {
      let core =
        depth > 0 && random.below(3) == 0
        ? "(?:\(expression(&random, depth - 1)))" : random.pick(sets)
      return core + random.pick(["", "", "+", "*", "?", "{1,2}", "+?"])
    }
    return (0...random.below(2)).map { _ in
      (0...random.below(3)).map { _ in piece(&random) }.joined()
    }
    .joined(separator: "|")
  }

  @Test func `a schema allows a value exactly where its pattern matches it`() throws {
    let cases = PropertyRun.cases(default: 2_000)
    var random = PropertyRun.generator(for: "schemas of values", cases: cases)
    var questions: [[String]] = []
    var answers: [Bool] = []
    for _ in 0..<cases {
      let text = "/:v(\(Self.expression(&random, 2)))"
      guard let pattern = try? RoutePattern(parsing: text),
        case .pattern(let schema)? = (try? pattern.templates())?.first?.values.first?.schema
      else { continue }
      for _ in 0..<12 {
        let value = (0...random.below(4)).map { _ in random.pick(Self.values) }.joined()
        guard value != ".", value != ".." else { continue }
        let target = try RouteTarget("/" + PercentCoding.encoded(value))
        answers.append(try pattern.match(target) != nil)
        questions.append([schema, value, text])
      }
    }
    let file = FileManager.default.temporaryDirectory.appending(path: "schemas-\(UUID()).json")
    try JSONEncoder().encode(questions).write(to: file)
    defer { try? FileManager.default.removeItem(at: file) }
    let script = """
      const q = JSON.parse(require('fs').readFileSync(process.argv[1], 'utf8'));
      console.log(q.map(([p, v]) => new RegExp(p, 'u').test(v) ? 1 : 0).join(''));
      """
    let output = try #require(
      try ChildProgram.output(of: ["node", "-e", script, file.path])
    )
    let found = output.filter { "01".contains($0) }.map { $0 == "1" }
    #expect(found.count == answers.count)
    for (index, (one, other)) in zip(found, answers).enumerated() where one != other {
      Issue.record("\(questions[index]): \(one), and \(other) by the pattern")
    }
    #expect(answers.count(where: { $0 }) >= PropertyRun.least(oneIn: 50, of: answers.count))
  }
}
