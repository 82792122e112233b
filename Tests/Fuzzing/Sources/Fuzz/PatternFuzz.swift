import RoutePatterns

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif
#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#endif

/// Text that may be a pattern, as a route's and as a component of the standard.
enum PatternFuzz {
  static func play(_ bytes: [UInt8]) {
    var input = FuzzInput(bytes)
    let flags = input.flags()
    var options = RoutePattern.Options(
      slashes: flags[0] ? .strict : .lenient,
      letterCase: flags[1] ? .insensitive : .sensitive,
      usesJIT: flags[2]
    )
    if flags[3] { options.limits.compiledSize = 1024 }
    let text = String(decoding: input.rest, as: UTF8.self)
    let start = clock()
    do throws(PatternError) {
      let pattern = try RoutePattern(parsing: text, options: options)
      requireQuick(since: start, "parsing \(text)")
      check(pattern, isCoded: flags[4])
      checkMatches(pattern)
    } catch {
      requireQuick(since: start, "refusing \(text)")
      check(error, text)
    }
    playComponent(text, flags)
  }

  // MARK: - Routes

  private static func check(_ pattern: RoutePattern, isCoded: Bool) {
    var options = pattern.options
    do {
      let again = try RoutePattern(parsing: pattern.description, options: options)
      require(
        again == pattern && again.text == pattern.text && again.regex == pattern.regex,
        "\(pattern) is read as \(again)"
      )
      let names = pattern.parameterNames
      require(again.parameterNames == names && Set(names).count == names.count, "\(names)")
    } catch {
      fail("\(pattern.text) reads not back: \(error)")
    }
    require(pattern.specificity(comparedTo: pattern) == .same, "\(pattern) is not as itself")
    if let url = try? pattern.url() { checkURL(url, pattern) }
    options.limits.compiledSize = .max
    for slashes in [RouteTarget.SlashPolicy.lenient, .strict] where isCoded {
      options.slashes = slashes
      guard let other = try? pattern.with(options) else {
        fail("\(pattern) is none with slashes \(slashes)")
      }
      require(other.parameterNames == pattern.parameterNames, "\(other.parameterNames)")
    }
    // Of the options the policies alone are coded.
    let isUsual = options.usesJIT && pattern.options.limits == PatternLimits()
    if isCoded, isUsual { checkCoded(pattern) }
  }

  private static func checkURL(_ url: String, _ pattern: RoutePattern) {
    let options = RouteTarget.Options(slashes: pattern.options.slashes, targetLength: .max)
    guard let target = try? RouteTarget(url, options: options) else {
      fail("\(pattern) makes \(url), which is no target")
    }
    let match = try? pattern.match(target)
    require(match != nil, "\(pattern) makes \(url), and does not match it")
  }

  private static func checkCoded(_ pattern: RoutePattern) {
    do {
      let data = try JSONEncoder().encode([pattern])
      let again = try JSONDecoder().decode([RoutePattern].self, from: data)
      require(again == [pattern], "\(pattern) is coded as \(again)")
    } catch {
      fail("\(pattern) cannot be coded: \(error)")
    }
  }

  private static let targets = [
    "/", "/a", "/a/b", "/a/b/c/1", "/aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa", "app://a/b",
    "https://h.com:8080/a/b", "/a%2Fb/%C3%A9", "/a.b-c;d",
  ].compactMap { try? RouteTarget($0) }

  private static func checkMatches(_ pattern: RoutePattern) {
    for target in targets {
      do throws(MatchError) {
        guard let match = try pattern.match(target) else { continue }
        let length = target.description.utf8.count + 2
        for (index, name) in pattern.parameterNames.enumerated() {
          guard let range = match.range(at: index) else { continue }
          require(0 <= range.lowerBound && range.upperBound <= length, "\(pattern) on \(target)")
          require(match.value(of: name) != nil, "\(pattern) on \(target): \(name)")
        }
      } catch {
        require(error.code == .stepLimit, "\(error)")
      }
    }
  }

  // MARK: - Components

  private static func playComponent(_ text: String, _ flags: FuzzFlags) {
    let kind: PatternComponent.Options.Kind = flags[5] ? .opaquePathname : .pathname
    let options = PatternComponent.Options(
      kind: kind,
      letterCase: flags[1] ? .insensitive : .sensitive
    )
    let start = clock()
    do throws(PatternError) {
      let component = try PatternComponent(parsing: text, options: options)
      requireQuick(since: start, "parsing the component \(text)")
      let again = try? PatternComponent(parsing: component.text, options: options)
      require(
        again == component && again?.text == component.text,
        "the component \(text) is \(component.text), read as \(again?.text ?? "none")"
      )
      for input in ["", "a", "/a/b", "a.b"] {
        do {
          _ = try component.match(input)
        } catch {
          require(error.code == .stepLimit, "\(error)")
        }
      }
    } catch {
      requireQuick(since: start, "refusing the component \(text)")
      check(error, text)
    }
  }

  // MARK: - What must hold

  /// The error shows a place in the text, under which its caret stands.
  private static func check(_ error: PatternError, _ text: String) {
    require(error.text == text && error.parameter == nil, "another text: \(error.text)")
    require(0...text.utf8.count ~= error.offset, "at \(error.offset) of \(text.utf8.count)")
    let lines = error.description.split(separator: "\n", omittingEmptySubsequences: false)
    guard lines.count == 3, let last = lines.last, last.last == "^",
      last.dropLast().allSatisfy({ $0 == " " })
    else { fail("no caret: \(lines)") }
    require(
      last.unicodeScalars.count <= lines[1].unicodeScalars.count + 1,
      "the caret stands behind the text: \(lines)"
    )
  }

  private static func requireQuick(since start: clock_t, _ what: String) {
    // It takes milliseconds, even with the sanitizer. Nothing else runs in this process; POSIX counts in millionths.
    let time = clock() - start
    require(time < 2_000_000, "\(what) takes \(time / 1_000) ms")
  }
}
