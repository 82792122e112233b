import RoutePatterns
import TestSupport
import Testing

@Suite struct `Properties of patterns` {
  @Test(.busy) func `the text of a pattern reads back to an equal pattern`() {
    let count = PropertyRun.cases(default: 5_000)
    var generator = PatternGenerator(PropertyRun.generator(for: "pattern text", cases: count))
    var accepted = 0
    for index in 0..<count {
      let text = generator.pattern()
      var options = RoutePattern.Options(slashes: index % 2 == 0 ? .lenient : .strict)
      options.letterCase = index % 3 == 0 ? .insensitive : .sensitive
      guard let pattern = try? RoutePattern(parsing: text, options: options) else { continue }
      accepted += 1
      do {
        let again = try RoutePattern(parsing: pattern.text, options: options)
        guard again != pattern || again.text != pattern.text || again.regex != pattern.regex
        else { continue }
        Issue.record("\(text) \(options.slashes) is \(pattern.text), which is \(again.text)")
      } catch {
        Issue.record("\(text) \(options.slashes) is \(pattern.text), which is none: \(error)")
      }
    }
    #expect(accepted >= PropertyRun.least(oneIn: 3, of: count))
  }

  @Test(.busy) func `the text of a component reads back to an equal component`() {
    let count = PropertyRun.cases(default: 12_000)
    var generator = PatternGenerator(PropertyRun.generator(for: "component text", cases: count))
    var accepted = 0
    for _ in 0..<count {
      let text = generator.pattern()
      guard let component = try? PatternComponent(parsing: text) else { continue }
      accepted += 1
      do {
        let again = try PatternComponent(parsing: component.text)
        guard again != component || again.text != component.text else { continue }
        Issue.record("\(text) is \(component.text), which is \(again.text)")
      } catch {
        Issue.record("\(text) is \(component.text), which is none: \(error)")
      }
    }
    #expect(accepted >= PropertyRun.least(oneIn: 4, of: count))
  }

  // The standard drops line feeds from paths.
  @Test(arguments: ["a{\n}?b", "/:x){\n}?>", "{\n}*/a{}?b"])
  func `a group that holds nothing parts no text`(_ text: String) throws {
    let component = try PatternComponent(parsing: text)
    #expect(try PatternComponent(parsing: component.text) == component)
  }

  @Test(.busy) func `any text is a pattern or an error within it`() {
    let count = PropertyRun.cases(default: 15_000)
    var generator = PatternGenerator(PropertyRun.generator(for: "pattern soup", cases: count))
    for index in 0..<count {
      let text = generator.soup()
      do {
        let pattern = try RoutePattern(
          parsing: text,
          options: .init(slashes: index % 2 == 0 ? .lenient : .strict)
        )
        let again = try RoutePattern(parsing: pattern.text, options: pattern.options)
        if again != pattern { Issue.record("\(text) is \(pattern.text), which is \(again.text)") }
      } catch {
        let isWithin = error.offset <= error.text.utf8.count
        if !isWithin || error.parameter != nil || error.text != text {
          Issue.record("the error lies outside the text: \(error)")
        }
        if index % 64 == 0 { _ = error.description }
      }
      _ = try? PatternComponent(parsing: text)
    }
  }

  @Test(.busy) func `a slash at the end changes no lenient pattern`() throws {
    let count = PropertyRun.cases(default: 10_000)
    var generator = PatternGenerator(PropertyRun.generator(for: "pattern twins", cases: count))
    for _ in 0..<count {
      let text = generator.pattern()
      // Two slashes alone begin a host.
      guard let pattern = try? RoutePattern(parsing: text), !text.hasSuffix(":/"),
        !text.hasSuffix(".../"), text != "/"
      else { continue }
      let twin = try RoutePattern(parsing: text + "/")
      if twin != pattern { Issue.record("\(text) and its twin: \(pattern) and \(twin)") }
    }
  }

  @Test(.busy) func `specificity is a strict weak order`() {
    let count = PropertyRun.cases(default: 12_000)
    var generator = PatternGenerator(PropertyRun.generator(for: "specificity", cases: count))
    var patterns: [RoutePattern] = []
    while patterns.count < 600 {
      guard let pattern = try? RoutePattern(parsing: generator.pattern()) else { continue }
      patterns.append(pattern)
    }
    var random = generator.random
    for _ in 0..<count {
      let (one, two, three) = (random.pick(patterns), random.pick(patterns), random.pick(patterns))
      let first = one.specificity(comparedTo: two)
      let second = two.specificity(comparedTo: three)
      let whole = one.specificity(comparedTo: three)
      let isIrreflexive = one.specificity(comparedTo: one) == .same
      let isAntisymmetric = two.specificity(comparedTo: one).rawValue == -first.rawValue
      // Of two orders that agree, or one that does not tell, the whole follows.
      let sum = first.rawValue + second.rawValue
      let isTransitive =
        first.rawValue * second.rawValue < 0 || whole.rawValue == sum.signum()
      if !isIrreflexive || !isAntisymmetric || !isTransitive {
        Issue.record("\(one), \(two), \(three): \(first), \(second), \(whole)")
      }
    }
  }
}
