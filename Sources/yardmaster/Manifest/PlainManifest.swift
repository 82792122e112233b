import SwitchyardHTTP
import SwitchyardProof

/// Routes as lines of text.
///
///     # METHOD PATTERN [NAME] [@TAG...] [public:REASON] [requires:GUARD...]
///     GET,POST  /login     login   @Public
///     GUARD     /admin/*
///     GUARD:POST,PUT  /books/*
///     GUARD     /users/* !/users/help !POST:/users
///     OBSERVE   /*
///     USE:POST  /api/*
///     GUARD     /loans/*   card
///     GET       /loans/:id loan    requires:card
///     GET       /health            public:"the load balancer"
///
/// A guard with methods is asked for these alone, and none about its exceptions; one that only
/// observes turns nobody away, and covers no map. A reason, or the name of a guard, that has spaces
/// stands between quotation marks.
struct PlainManifest {
  /// The words that a line can begin with, beside methods.
  private static let otherKeywords = [
    "*", "ANY", "MAP", "GUARD", "OBSERVE", "USE", "PROXY", "FALLBACK",
  ]
  /// The words before the methods of a guard, and of middleware.
  private static let wordsWithMethods: [(word: String, kind: RouteKind)] = [
    ("GUARD:", .guard), ("USE:", .middleware),
  ]

  private let text: ManifestText
  private let options: RoutePattern.Options

  init(_ text: ManifestText, _ options: RoutePattern.Options) {
    self.text = text
    self.options = options
  }

  func entries() throws(ManifestError) -> [RouteManifest.Entry] {
    var entries: [RouteManifest.Entry] = []
    var mistakes: [ManifestError] = []
    for (index, line) in text.lines.enumerated() {
      do throws(ManifestError) {
        // Such marks are sorted where words are compared, in a time that grows with their square.
        guard !text.text(line).hasCrowdedMarks else {
          throw ManifestError(.crowdedMarks, in: text, at: line.lowerBound)
        }
        let words = try words(of: line)
        guard !words.isEmpty else { continue }
        guard entries.count + mistakes.count < RouteManifest.Limits.routes else {
          mistakes.append(ManifestError(.tooManyRoutes, in: text, at: line.lowerBound))
          break
        }
        var entry = try entry(words, line: index + 1)
        entry.column = words[1].lowerBound - line.lowerBound + 1
        entries.append(entry)
      } catch {
        mistakes.append(error)
        if mistakes.count == ManifestError.most { break }
      }
    }
    if let error = ManifestError(mistakes) { throw error }
    return entries
  }

  /// Returns the places of the words of a line, without a comment.
  private func words(of line: Range<Int>) throws(ManifestError) -> [Range<Int>] {
    var words: [Range<Int>] = []
    var first: Int?
    // The place of the quotation mark that was opened last, and whether it is still open.
    var quotation: (place: Int, isOpen: Bool)?
    // Whether the word has a quotation mark that opened nothing; then none behind it does.
    var hasMark = false
    for position in line {
      let byte = text.bytes[position]
      if let open = quotation, open.isOpen {
        guard byte >= 0x20, byte != 0x7F else {
          throw ManifestError(.controlCharacter, in: text, at: position)
        }
        if byte == UInt8(ascii: "\"") { quotation = (open.place, false) }
        continue
      }
      if byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") {
        if let first { words.append(first..<position) }
        (first, quotation, hasMark) = (nil, nil, false)
        continue
      }
      // Within a word it is an ordinary character.
      if byte == UInt8(ascii: "#"), first == nil { return words }
      guard byte > 0x20, byte != 0x7F else {
        throw ManifestError(.controlCharacter, in: text, at: position)
      }
      if quotation != nil { throw ManifestError(.textBehindQuotation, in: text, at: position) }
      first = first ?? position
      if byte == UInt8(ascii: "\""), !hasMark, let first {
        hasMark = AccessWord(text.text(first..<position)) == nil
        if !hasMark { quotation = (position, true) }
      }
    }
    if let quotation, quotation.isOpen {
      throw ManifestError(.openQuotation, in: text, at: quotation.place)
    }
    if let first { words.append(first..<line.upperBound) }
    return words
  }

  private func entry(
    _ words: [Range<Int>],
    line: Int
  ) throws(ManifestError) -> RouteManifest.Entry {
    let (kind, methods) = try meaning(of: words[0])
    guard words.count > 1 else {
      throw ManifestError(.missingPattern, in: text, at: words[0].upperBound)
    }
    let pattern = try pattern(words[1])
    var route = RouteDescription(kind, pattern.text, tags: methods)
    if text.text(words[0]).uppercased() == "OBSERVE" { route.isObserving = true }
    var known = Set(methods)
    var exceptions: [GuardException] = []
    var required: [String] = []
    for word in words.dropFirst(2) {
      if text.bytes[word.lowerBound] == UInt8(ascii: "!") {
        guard kind == .guard else {
          throw ManifestError(.exceptedFromNone, in: text, at: word.lowerBound)
        }
        exceptions.append(try exception(word.dropFirst()))
        continue
      }
      if let declared = try access(word, of: kind, beside: route.access) {
        route.access = declared
        required += declared.guards
        continue
      }
      let isTag = text.bytes[word.lowerBound] == UInt8(ascii: "@")
      let limit = RouteManifest.Limits.nameLength + (isTag ? 1 : 0)
      guard word.count <= limit else {
        throw ManifestError(.longName, in: text, at: word.lowerBound)
      }
      if isTag {
        guard kind != .guard else {
          throw ManifestError(.taggedGuard, in: text, at: word.lowerBound)
        }
        guard word.count > 1 else {
          throw ManifestError(.missingTag, in: text, at: word.upperBound)
        }
        let tag = RouteTag(text.text(word.lowerBound + 1..<word.upperBound))
        if known.insert(tag).inserted { route.tags.append(tag) }
      } else {
        guard route.name == nil else {
          throw ManifestError(.secondName, in: text, at: word.lowerBound)
        }
        route.name = text.text(word)
      }
    }
    // Of several words each names more of them, and there may be very many.
    if let access = RouteAccess(guards: required) { route.access = access }
    return RouteManifest.Entry(
      route: route,
      pattern: pattern,
      exceptions: exceptions,
      line: line
    )
  }

  /// Returns the kind of a route, and the tags by which lookups for requests find it.
  private func meaning(of word: Range<Int>) throws(ManifestError) -> (RouteKind, [RouteTag]) {
    switch text.text(word).uppercased() {
    case "GUARD", "OBSERVE": return (.guard, [])
    case "USE": return (.middleware, [])
    case "PROXY": return (.proxy, [])
    case "MAP": return (.map, [])
    case "*", "ANY": return (.map, [.anyMethod])
    case "FALLBACK": return (.fallback, [.anyMethod])
    case let written:
      for (front, kind) in Self.wordsWithMethods where written.hasPrefix(front) {
        return (kind, try methods(in: word.dropFirst(front.utf8.count), or: []).tags)
      }
      return (.map, try methods(in: word, or: Self.otherKeywords).map { .method($0) })
    }
  }

  /// Returns the methods that are written with commas between them, where other words could stand.
  private func methods(
    in word: Range<Int>,
    or others: [String]
  ) throws(ManifestError) -> [RequestMethod] {
    let isOne = !text.bytes[word].contains(UInt8(ascii: ","))
    let possible = RequestMethod.known.map(\.rawValue) + (isOne ? others : [])
    var methods: [RequestMethod] = []
    var first = word.lowerBound
    while first <= word.upperBound {
      let last = text.bytes[first..<word.upperBound].firstIndex(of: UInt8(ascii: ","))
      let name = text.text(first..<(last ?? word.upperBound))
      guard let method = RequestMethod(word: name) else {
        let suggestion = name.uppercased().nearest(among: possible)
        let code = ManifestError.Code.unknownMethod(
          name,
          suggestion: suggestion,
          possible: possible
        )
        throw ManifestError(code, in: text, at: first)
      }
      if !methods.contains(method) { methods.append(method) }
      first = (last ?? word.upperBound) + 1
    }
    return methods
  }

  /// Returns what stands behind an exclamation mark: a pattern, behind methods and a colon if it is
  /// for these alone.
  private func exception(_ word: Range<Int>) throws(ManifestError) -> GuardException {
    guard !word.isEmpty else {
      throw ManifestError(.missingException, in: text, at: word.lowerBound)
    }
    let front = word.prefix { !Self.endsOfMethods.contains(text.bytes[$0]) }
    guard !front.isEmpty, front.upperBound < word.upperBound,
      text.bytes[front.upperBound] == UInt8(ascii: ":")
    else { return GuardException(try pattern(word)) }
    let rest = (front.upperBound + 1)..<word.upperBound
    // The scheme of a pattern has two slashes behind its colon, and is no method.
    let names = text.text(front).split(separator: ",").map { RequestMethod(word: String($0)) }
    if names.contains(nil), text.bytes[rest].starts(with: "//".utf8) {
      return GuardException(try pattern(word))
    }
    guard !rest.isEmpty else {
      throw ManifestError(.missingException, in: text, at: rest.lowerBound)
    }
    return GuardException(try pattern(rest), methods: try methods(in: front, or: []).tags)
  }

  /// Returns the access that a word says, or `nil` for a word of another kind.
  private func access(
    _ word: Range<Int>,
    of kind: RouteKind,
    beside known: RouteAccess?
  ) throws(ManifestError) -> RouteAccess? {
    let written = text.text(word)
    guard let access = AccessWord(written) else {
      guard AccessWord.isMistyped(written) else { return nil }
      throw ManifestError(.mistypedAccess, in: text, at: word.lowerBound)
    }
    guard kind == .map || kind == .fallback else {
      throw ManifestError(.accessOfNone, in: text, at: word.lowerBound)
    }
    guard written.utf8.count <= RouteManifest.Limits.nameLength else {
      throw ManifestError(.longName, in: text, at: word.lowerBound)
    }
    let result: RouteAccess?
    switch access {
    case .reason(let reason):
      guard known == nil else { throw ManifestError(.secondAccess, in: text, at: word.lowerBound) }
      result = RouteAccess(reason: reason)
    case .guards(let names):
      guard known?.isPublic != true else {
        throw ManifestError(.secondAccess, in: text, at: word.lowerBound)
      }
      result = RouteAccess(guards: names)
    }
    guard let result else { throw ManifestError(.missingAccess, in: text, at: word.upperBound) }
    return result
  }

  /// The characters that no list of methods has, of which a colon ends it.
  private static let endsOfMethods = Array(":/({*".utf8)

  private func pattern(_ word: Range<Int>) throws(ManifestError) -> RoutePattern {
    let written = text.text(word)
    do throws(PatternError) {
      return try RoutePattern(parsing: written, options: options)
    } catch {
      let offset = error.text == written ? error.offset : 0
      throw ManifestError(.pattern(error), in: text, at: word.lowerBound + offset)
    }
  }
}
