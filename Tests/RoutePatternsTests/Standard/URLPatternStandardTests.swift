import RoutePatterns
import Testing

@Suite struct `The URLPattern standard` {
  @Test func `entries about pathnames alone hold`() throws {
    guard let entries = try URLPatternData.load("tests.json", as: URLPatternData.Entry?.self)
    else { return }
    var count = 0
    for (index, entry) in entries.enumerated() {
      guard let entry, let pathname = entry.pathname else { continue }
      count += 1
      try check(entry, pathname, at: index)
    }
    print("tests.json: \(count) entries run")
    #expect(count == 102)
  }

  private func check(_ entry: URLPatternData.Entry, _ pathname: String, at index: Int) throws {
    if case .error = entry.expectedObject {
      #expect(throws: PatternError.self, "entry \(index): \(pathname)") {
        try PatternComponent(parsing: pathname)
      }
      return
    }
    let component = try PatternComponent(parsing: pathname)
    if case .properties(let properties) = entry.expectedObject, let text = properties["pathname"] {
      #expect(component.text == text, "entry \(index)")
    } else if entry.expectedObject == nil {
      #expect(component.text == pathname, "entry \(index)")
    }
    #expect(try PatternComponent(parsing: component.text) == component, "entry \(index)")
    guard entry.hasExpectedMatch else { return }
    for input in entry.inputs ?? [] {
      let subject = entry.expectedMatch?.pathname?.input ?? input.onlyPathname ?? ""
      let match = try component.match(subject)
      #expect(match == entry.expectedMatch?.pathname?.groups, "entry \(index): \(subject)")
    }
  }

  @Test func `comparisons of pathnames hold`() throws {
    guard let rows = try URLPatternData.load("compare.json", as: URLPatternData.Comparison.self)
    else { return }
    var count = 0
    for row in rows where row.component == "pathname" {
      let left = try PatternComponent(parsing: pathname(of: row.left))
      let right = try PatternComponent(parsing: pathname(of: row.right))
      #expect(left.specificity(comparedTo: right).rawValue == row.expected, "\(left) \(right)")
      #expect(right.specificity(comparedTo: left).rawValue == -row.expected, "\(right) \(left)")
      count += 1
    }
    print("compare.json: \(count) rows run")
    #expect(count == 18)
  }

  @Test func `pathnames are generated`() throws {
    guard let rows = try URLPatternData.load("generate.json", as: URLPatternData.Generation.self)
    else { return }
    var count = 0
    for row in rows where row.component == "pathname" {
      let kind: PatternComponent.Options.Kind =
        if case .text(let url) = row.pattern, url.hasPrefix("original") {
          .opaquePathname
        } else {
          .pathname
        }
      let component = try PatternComponent(
        parsing: pathname(of: row.pattern),
        options: .init(kind: kind)
      )
      #expect((try? component.generate(row.groups)) == row.expected, "\(component)")
      count += 1
    }
    print("generate.json: \(count) rows run")
    #expect(count == 16)
  }

  /// The pathname of a dictionary, or of a URL whose scheme and host are plain.
  private func pathname(of component: URLPatternData.Component) -> String {
    switch component {
    case .parts(let parts): parts["pathname"] ?? "*"
    case .text(let url):
      "/" + url.split(separator: "/").dropFirst(2).joined(separator: "/").prefix { $0 != "?" }
    case .other: ""
    }
  }
}
