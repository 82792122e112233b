/// Finds in the text of a route's pattern what other libraries write for a parameter or the rest of
/// a path, and what would be text here, or mean something else.
struct ForeignSpellings {
  let source: [UInt8]
  let tokens: [PatternToken]

  /// Refuses `<id>`, `<int:id>` and `<path:rest>`, and segments such as `[id]` and `[...rest]`.
  func checkText() throws(PatternFault) {
    let hasAngle = source.contains(UInt8(ascii: "<"))
    guard hasAngle || source.contains(UInt8(ascii: "[")) else { return }
    for (index, token) in tokens.enumerated() where token.kind == .char {
      switch source[token.start] {
      case UInt8(ascii: "<"): try checkAngles(index)
      case UInt8(ascii: "["): try checkBrackets(token.start)
      default: continue
      }
    }
  }

  /// Refuses `{id}`, `{*path}`, `{path...}` and `{id:int}`.
  func checkBraces(_ open: Int, _ close: Int) throws(PatternFault) {
    let isRest = source[open + 1] == UInt8(ascii: "*")
    let start = open + (isRest ? 2 : 1)
    let name = identifier(at: start)
    guard !name.isEmpty else { return }
    let rest = source[(start + name.utf8.count)..<close]
    if rest.isEmpty {
      throw fault(open...close, meant: isRest ? "*" : ":\(name)")
    } else if rest.elementsEqual("...".utf8) {
      throw fault(open...close, meant: ":\(name)(.+)")
    } else if let type = word(behindColon: rest) {
      throw fault(open...close, meant: Self.parameter(name, type))
    }
  }

  /// Refuses `{id?}` and `{id:int?}`, whose question mark stands at a place.
  func checkOpenBraces(_ open: Int, questionMark: Int) throws(PatternFault) {
    guard questionMark + 1 < source.count, source[questionMark] == UInt8(ascii: "?"),
      source[questionMark + 1] == UInt8(ascii: "}")
    else { return }
    let name = identifier(at: open + 1)
    let rest = source[(open + 1 + name.utf8.count)..<questionMark]
    guard !name.isEmpty, let type = rest.isEmpty ? "" : word(behindColon: rest) else { return }
    throw optional(open...(questionMark + 1), Self.parameter(name, type))
  }

  /// Refuses a segment `*path`.
  func checkAsterisk(_ start: Int) throws(PatternFault) {
    let end = start + 1 + identifier(at: start + 1).utf8.count
    guard end > start + 1, isEndOfSegment(end) else { return }
    throw fault(start...(end - 1), meant: "*")
  }

  /// Refuses `(/:id)`, `(:id)` and `(.:format)`, which may be absent elsewhere.
  func checkExpression(_ token: PatternToken) throws(PatternFault) {
    let text = source[token.value]
    guard Self.isParameter(text) else { return }
    let range = token.start...token.value.upperBound
    guard text.first == UInt8(ascii: ":") else {
      throw fault(range, meant: "{\(String(decoding: text, as: UTF8.self))}?")
    }
    throw optional(range, String(decoding: text, as: UTF8.self))
  }

  /// Whether an expression is nothing but the text of a parameter, with other text of a path.
  static func isParameter(_ expression: some Collection<UInt8>) -> Bool {
    let hasSign = expression.first == UInt8(ascii: "/") || expression.first == UInt8(ascii: ".")
    let rest = expression.dropFirst(hasSign ? 1 : 0)
    guard rest.first == UInt8(ascii: ":"), let letter = rest.dropFirst().first,
      letter.isASCIILetter || letter == UInt8(ascii: "_")
    else { return false }
    return rest.allSatisfy {
      $0.isASCIILetter || $0.isASCIIDigit || "_-./:".utf8.contains($0)
    }
  }

  // MARK: - Parts of the text

  private func checkAngles(_ index: Int) throws(PatternFault) {
    let start = tokens[index].start
    let word = identifier(at: start + 1)
    var (name, type, close) = (word, "", start + 1 + word.utf8.count)
    if let next = tokens[index...].first(where: { $0.start == close }), next.kind == .name {
      (name, type) = (String(decoding: source[next.value], as: UTF8.self), word)
      close = next.value.upperBound
    }
    guard !name.isEmpty, close < source.count, source[close] == UInt8(ascii: ">") else { return }
    throw fault(start...close, meant: Self.parameter(name, type))
  }

  /// Double brackets are for what may be absent.
  private func checkBrackets(_ start: Int) throws(PatternFault) {
    guard start > 0, source[start - 1] == UInt8(ascii: "/") else { return }
    let depth = source[start...].prefix(2).count { $0 == UInt8(ascii: "[") }
    let isRest = source[(start + depth)...].starts(with: "...".utf8)
    let place = start + depth + (isRest ? 3 : 0)
    let name = identifier(at: place)
    let close = place + name.utf8.count + depth - 1
    guard !name.isEmpty, close < source.count, isEndOfSegment(close + 1),
      source[(close - depth + 1)...close].allSatisfy({ $0 == UInt8(ascii: "]") })
    else { return }
    let parameter = Self.parameter(name, isRest ? "path" : "")
    throw depth == 2
      ? optional(start...close, parameter) : fault(start...close, meant: parameter)
  }

  /// The identifier that begins at a place, which is empty where there is none.
  private func identifier(at start: Int) -> String {
    var end = start
    while end < source.count {
      let (scalar, length) = source.scalar(at: end)
      guard scalar.isPatternNamePart(first: end == start) else { break }
      end += length
    }
    return String(decoding: source[start..<end], as: UTF8.self)
  }

  /// The word of a text that is a colon and a word.
  private func word(behindColon text: ArraySlice<UInt8>) -> String? {
    guard text.first == UInt8(ascii: ":") else { return nil }
    let word = identifier(at: text.startIndex + 1)
    return word.utf8.count + 1 == text.count ? word : nil
  }

  private func isEndOfSegment(_ place: Int) -> Bool {
    place == source.count || source[place] == UInt8(ascii: "/")
  }

  // MARK: - Faults

  /// A parameter, which elsewhere has a type; that of paths takes several segments.
  private static func parameter(_ name: String, _ type: String) -> String {
    type == "path" ? ":\(name)(.+)" : ":\(name)"
  }

  /// The fault of text that may be absent elsewhere, with the slash before it.
  private func optional(_ range: ClosedRange<Int>, _ meant: String) -> PatternFault {
    let start = range.lowerBound
    guard start > 0, source[start - 1] == UInt8(ascii: "/") else {
      return fault(range, meant: "{\(meant)}?")
    }
    return fault((start - 1)...range.upperBound, meant: "{/\(meant)}?")
  }

  private func fault(_ range: ClosedRange<Int>, meant: String) -> PatternFault {
    let text = String(decoding: source[range], as: UTF8.self)
    return PatternFault(.foreignSpelling(text, meant: meant), at: range.lowerBound)
  }
}
