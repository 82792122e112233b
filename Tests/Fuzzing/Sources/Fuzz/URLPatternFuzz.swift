import URLPatterns

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Patterns of URLs and a URL, one by one and as a list; bytes that no text has stand between them.
enum URLPatternFuzz {
  private static let base = "https://u:p@h.example:81/a/b?q#c"

  static func play(_ bytes: [UInt8]) {
    var input = FuzzInput(bytes)
    let flags = input.flags()
    let texts = input.rest.split(separator: 0xFF, omittingEmptySubsequences: false).prefix(8)
    let url = texts.last.map { String(decoding: $0, as: UTF8.self) } ?? ""
    let patterns = texts.dropLast().compactMap { pattern($0, flags) }
    for pattern in patterns {
      checkReadBack(pattern)
      checkGenerated(pattern)
      for (url, base) in inputs(url) { checkMatch(pattern, url, base) }
    }
    checkList(patterns, url, flags)
  }

  private static func inputs(_ url: String) -> [(String, String?)] {
    [(url, nil), (url, base), ("https://" + url, nil), (url, url)]
  }

  // MARK: - Patterns

  /// The pattern of a text, or of components with a byte between them that no text has.
  private static func pattern(_ bytes: ArraySlice<UInt8>, _ flags: FuzzFlags) -> URLPattern? {
    let options = URLPattern.Options(
      ignoreCase: flags[0],
      limits: PatternLimits(matchSteps: 20_000)
    )
    let pieces = bytes.split(separator: 0xFE, omittingEmptySubsequences: false)
      .map { String(decoding: $0, as: UTF8.self) }
    do throws(URLPatternError) {
      if pieces.count == 1 {
        return try URLPattern(parsing: pieces[0], base: flags[1] ? base : nil, options: options)
      }
      var components = URLPatternInit()
      for (component, piece) in zip(URLPatternComponent.allCases, pieces) where !piece.isEmpty {
        components[component] = piece
      }
      if flags[1] { components.baseURL = base }
      return try URLPattern(components, options: options)
    } catch {
      require(0...error.text.utf8.count ~= error.offset, "at \(error.offset) of \(error.text)")
      require(error.description.hasSuffix("^"), "no caret: \(error)")
      return nil
    }
  }

  private static func checkReadBack(_ pattern: URLPattern) {
    do {
      let again = try URLPattern(pattern.components, options: pattern.options)
      // The port of the scheme, where it was written so that it stays, would be read as none, and one
      // sign before a fragment is not part of it.
      let isRead = again.components == pattern.components
      require(
        isRead || Int(pattern.port) != nil || pattern.hash.hasPrefix("#"),
        "\(pattern) is read as \(again)"
      )
      let data = try JSONEncoder().encode([pattern])
      let coded = try JSONDecoder().decode([URLPattern].self, from: data)
      require(coded.map(\.components) == [pattern.components], "\(pattern) is coded as \(coded)")
    } catch {
      fail("\(pattern) reads not back: \(error)")
    }
    require(pattern.specificity(comparedTo: pattern) == .same, "\(pattern) is not as itself")
  }

  /// Text that is made for a component is text that it matches.
  private static func checkGenerated(_ pattern: URLPattern) {
    let groups = Dictionary(pattern.components.names.map { ($0, "v1") }) { one, _ in one }
    for component in URLPatternComponent.allCases {
      guard let text = try? pattern.generate(component: component, groups: groups),
        component != .hostname,
        // Dots that an empty group parts from their slash are segments that no URL has.
        component != .pathname || !pattern[component].contains("{}")
      else { continue }
      var alone = URLPatternInit()
      alone[component] = pattern[component]
      // Alone a path is one of segments, and a port has no scheme.
      guard let lone = try? URLPattern(alone),
        (try? lone.generate(component: component, groups: groups)) == text
      else { continue }
      var url = URLPatternInit()
      // One sign before a query or a fragment is not part of it.
      url[component] = (component == .search ? "?" : component == .hash ? "#" : "") + text
      do throws(MatchError) {
        require(try lone.test(url), "\(lone) makes \(text), and does not match it")
      } catch {
        require(error.code == .stepLimit, "\(error)")
      }
    }
  }

  // MARK: - Matches

  private static func checkMatch(_ pattern: URLPattern, _ url: String, _ base: String?) {
    do throws(MatchError) {
      let match = try pattern.exec(url, base: base)
      require(try pattern.test(url, base: base) == (match != nil), "\(pattern) on \(url)")
      guard let match else { return }
      for component in URLPatternComponent.allCases {
        let found = match[component]
        require(found.input.utf8.allSatisfy { $0 < 0x80 }, "\(found)")
        for value in found.groups.values {
          guard let value else { continue }
          require(found.input.contains(value), "\(found)")
        }
      }
    } catch {
      require(error.code == .stepLimit || error.code == .memoryLimit, "\(error)")
    }
  }

  // MARK: - Lists

  /// A list finds what a loop over its patterns does, before and after one of them is gone.
  private static func checkList(_ patterns: [URLPattern], _ url: String, _ flags: FuzzFlags) {
    let list = URLPatternList<Int>(order: flags[2] ? .specificity : .insertion)
    let ids = list.add(contentsOf: zip(patterns, 0...).map { .init($0, value: $1) })
    var order = Array(patterns.indices)
    if flags[2] {
      order.sort { one, other in
        let specificity = patterns[one].specificity(comparedTo: patterns[other])
        return specificity == .same ? one < other : specificity == .moreSpecific
      }
    }
    check(list, patterns, order, url)
    guard let gone = order.indices.randomElement(by: flags) else { return }
    require(list.dispose(ids[order[gone]]), "\(patterns[order[gone]]) was not there")
    order.remove(at: gone)
    check(list, patterns, order, url)
  }

  private static func check(
    _ list: URLPatternList<Int>,
    _ patterns: [URLPattern],
    _ order: [Int],
    _ url: String
  ) {
    require(list.entries.map(\.value) == order, "\(list.entries.map(\.value)), not \(order)")
    for (url, base) in inputs(url) {
      var expected: [Int]?
      do throws(MatchError) {
        expected = []
        for index in order where try patterns[index].test(url, base: base) {
          expected?.append(index)
        }
      } catch {
        // What a loop hits, a list may rule out.
        expected = nil
      }
      do throws(MatchError) {
        let found = try list.all(in: url, base: base)
        let first = try list.first(in: url, base: base)
        require(first?.value == found.first?.value, "\(url): the first of all is another")
        guard let expected else { continue }
        require(found.map(\.value) == expected, "\(url): \(found.map(\.value)), not \(expected)")
        for match in found {
          let alone = try? match.entry.pattern.exec(url, base: base)
          for component in URLPatternComponent.allCases {
            require(alone?[component] == match[component], "\(url): \(match[component])")
          }
        }
      } catch {
        require(expected == nil, "\(url): the list hits a limit, and the loop does not")
      }
    }
  }
}

extension URLPatternInit {
  /// Texts that may be names: all that begin behind a colon.
  fileprivate var names: [String] {
    URLPatternComponent.allCases.flatMap { component in
      (self[component] ?? "").split(separator: ":").flatMap { text in
        text.unicodeScalars.indices.map { String(text.unicodeScalars[...$0]) }
      }
    }
  }
}

extension Range<Int> {
  /// One of them, by a byte of decisions.
  fileprivate func randomElement(by flags: FuzzFlags) -> Int? {
    isEmpty ? nil : lowerBound + Int(flags.rawValue >> 4) % count
  }
}
