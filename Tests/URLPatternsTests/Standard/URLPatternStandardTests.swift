import Foundation
import Testing
import URLPatterns

@Suite struct `The URLPattern standard` {
  typealias Item = URLPatternData.Item
  typealias Entry = URLPatternData.Entry

  @Test func `all entries of its suite hold`() throws {
    // A comment is a text among the entries.
    guard let entries = try URLPatternData.load("tests.json", as: EntryOrComment.self)
    else { return }
    var count = 0
    for (index, item) in entries.enumerated() {
      guard let entry = item.entry else { continue }
      count += 1
      // Half a pair of surrogates, which no text in Swift can hold.
      if entry.pattern.contains(.other) { continue }
      try check(entry, at: index)
    }
    print("tests.json: \(count) entries run")
    #expect(count >= 228)
  }

  struct EntryOrComment: Decodable {
    var entry: Entry?

    init(from decoder: any Decoder) throws {
      if (try? decoder.singleValueContainer().decode(String.self)) == nil {
        entry = try Entry(from: decoder)
      }
    }
  }

  private func check(_ entry: Entry, at index: Int) throws {
    let name: Comment = "entry \(index): \(entry.pattern)"
    if case .error = entry.expectedObject {
      #expect(throws: (any Error).self, name) { try self.pattern(entry.pattern) }
      return
    }
    let pattern: URLPattern
    do {
      pattern = try self.pattern(entry.pattern)
    } catch {
      Issue.record(error, name)
      return
    }
    for component in URLPatternComponent.allCases {
      guard let expected = expectedText(component, entry) else { continue }
      #expect(pattern[component] == expected, "\(name) \(component)")
    }
    // What is written reads back.
    let data = try JSONEncoder().encode(pattern)
    #expect(try JSONDecoder().decode(URLPattern.self, from: data) == pattern, name)
    guard entry.hasExpectedMatch else { return }
    try checkMatch(of: pattern, entry, name)
  }

  private func checkMatch(of pattern: URLPattern, _ entry: Entry, _ name: Comment) throws {
    guard let (match, isMatched) = try exec(pattern, entry.inputs ?? []) else {
      // A base beside components, which cannot be written here.
      guard case .error = entry.expectedMatch else {
        Issue.record("\(name): the inputs are not understood")
        return
      }
      return
    }
    #expect(isMatched == (match != nil), name)
    guard case .properties(let properties) = entry.expectedMatch else {
      #expect(match == nil, name)
      return
    }
    guard let match else {
      Issue.record("\(name) does not match")
      return
    }
    for component in URLPatternComponent.allCases {
      let found = match[component]
      if case .match(let input, let groups) = properties[component.rawValue] {
        #expect(found.input == input, "\(name) \(component)")
        #expect(found.groups == groups, "\(name) \(component)")
      } else {
        #expect(found.input == "", "\(name) \(component)")
        let isEmpty = entry.emptyComponents.contains(component.rawValue)
        #expect(found.groups == (isEmpty ? [:] : ["0": ""]), "\(name) \(component)")
      }
    }
    var inputs = entry.inputs ?? []
    if case .inputs(let expected) = properties["inputs"] { inputs = expected }
    let given = match.inputs.map { input -> Item in
      switch input {
      case .url(let text): .text(text)
      case .components(let parts): .parts(parts)
      }
    }
    #expect(given == (inputs.isEmpty ? [.parts(.init())] : inputs), name)
  }

  /// The text that a component of the pattern is to have; nothing where it comes from a base URL.
  private func expectedText(_ component: URLPatternComponent, _ entry: Entry) -> String? {
    if case .properties(let properties) = entry.expectedObject,
      case .text(let text) = properties[component.rawValue]
    {
      return text
    }
    if entry.emptyComponents.contains(component.rawValue) { return "" }
    if case .parts(let parts) = entry.pattern.first {
      if let text = parts[component] { return text }
      return parts.baseURL == nil ? "*" : nil
    }
    if entry.pattern.count > 1, case .text = entry.pattern[1] { return nil }
    return "*"
  }

  private func pattern(_ items: [Item]) throws -> URLPattern {
    var options = URLPattern.Options()
    if case .options(let ignoreCase) = items.last { options.ignoreCase = ignoreCase }
    var base: String?
    if items.count > 1, case .text(let text) = items[1] { base = text }
    switch items.first {
    case .text(let text): return try URLPattern(parsing: text, base: base, options: options)
    case .parts(let parts):
      // Components have a base of their own alone.
      if let base { throw URLPatternDataError.baseBesideComponents(base) }
      return try URLPattern(parts, options: options)
    case .options: return try URLPattern(.init(), options: options)
    case nil: return try URLPattern(.init())
    case .other: throw URLPatternDataError.unknownItem
    }
  }

  private enum URLPatternDataError: Error {
    case baseBesideComponents(String)
    case unknownItem
  }

  private func exec(_ pattern: URLPattern, _ inputs: [Item]) throws -> (URLPattern.Match?, Bool)? {
    switch inputs.first {
    case .text(let text):
      var base: String?
      if inputs.count > 1, case .text(let text) = inputs[1] { base = text }
      return try (pattern.exec(text, base: base), pattern.test(text, base: base))
    case .parts(let parts) where inputs.count == 1:
      return try (pattern.exec(parts), pattern.test(parts))
    case nil:
      return try (
        pattern.exec(URLPatternInit()), pattern.test(URLPatternInit())
      )
    default: return nil
    }
  }

  @Test func `comparisons of components hold`() throws {
    guard let rows = try URLPatternData.load("compare.json", as: URLPatternData.Comparison.self)
    else { return }
    for row in rows {
      let (left, right) = try (pattern([row.left]), pattern([row.right]))
      let name: Comment = "\(row.component) \(left) \(right)"
      let order = URLPattern.compareComponent(row.component, left, right)
      #expect(order.rawValue == row.expected, name)
      #expect(
        URLPattern.compareComponent(row.component, right, left).rawValue == -row.expected,
        name
      )
      #expect(URLPattern.compareComponent(row.component, left, left) == .same, name)
    }
    print("compare.json: \(rows.count) rows run")
    #expect(rows.count == 25)
  }

  @Test func `components are generated`() throws {
    guard let rows = try URLPatternData.load("generate.json", as: URLPatternData.Generation.self)
    else { return }
    for row in rows {
      // A name that is no component's has no place in a call.
      guard let component = URLPatternComponent(rawValue: row.component) else {
        #expect(row.expected == nil)
        continue
      }
      let pattern = try self.pattern([row.pattern])
      let text = try? pattern.generate(component: component, groups: row.groups)
      #expect(text == row.expected, "\(pattern) \(row.groups)")
    }
    print("generate.json: \(rows.count) rows run")
    #expect(rows.count == 19)
  }
}
