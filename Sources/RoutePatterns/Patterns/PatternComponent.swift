/// A pattern for one component of a URL, in the grammar of the URLPattern standard.
///
///     let component = try PatternComponent(parsing: "/books/:id(\\d+)")
///     try component.match("/books/42")?["id"]          // "42"
///     try component.generate(["id": "42"])             // "/books/42"
///
/// It keeps to the standard on text that is canonical already, with two exceptions: named groups
/// within an expression do not count among the values, and where what repeats can be empty, as in
/// `(.*?)*`, the value is that of an empty last round, which JavaScript would take back.
/// `RoutePattern` is what routes are made of. It is a value, cheap to copy and safe to share
/// between threads.
public struct PatternComponent: Sendable {
  /// Options for a pattern: the component of a URL that it is for, and its way of matching.
  public struct Options: Hashable, Sendable {
    /// The kinds of components.
    public enum Kind: Hashable, Sendable {
      /// The scheme, without its colon.
      case `protocol`
      /// The name of a user.
      case username
      /// A password.
      case password
      /// The host without its port: its labels end at dots.
      ///
      /// A name with letters beyond ASCII is turned into ASCII by the module URLPatterns alone;
      /// here it is refused.
      case hostname
      /// The port, as digits.
      case port
      /// The path of a URL with one of the web's schemes: its segments end at slashes.
      case pathname
      /// The path of any other URL, which is one text.
      case opaquePathname
      /// The query, without its question mark.
      case search
      /// The fragment, without its number sign.
      case hash
    }

    /// The component that the pattern is for.
    public var kind: Kind
    /// The policy for the case of letters.
    public var letterCase: RoutePattern.Options.LetterCase
    /// The limits of the pattern's text and of its matches.
    public var limits: PatternLimits

    /// Makes options; what is left out is the default.
    public init(
      kind: Kind = .pathname,
      letterCase: RoutePattern.Options.LetterCase = .sensitive,
      limits: PatternLimits = PatternLimits()
    ) {
      self.kind = kind
      self.letterCase = letterCase
      self.limits = limits
    }

    /// The syntax of a text.
    func syntax(of text: [UInt8], _ encoder: StandardText.DomainEncoder?) -> PatternSyntax {
      switch kind {
      case .protocol: .standard(.scheme)
      case .username, .password: .standard(.userInfo)
      case .hostname:
        .standard(
          Self.isAddress(text) ? .address : .host(encoder),
          delimiter: UInt8(ascii: ".")
        )
      case .port: .standard(.port)
      case .pathname: .standardPath
      case .opaquePathname: .standardOpaquePath
      case .search: .standard(.search)
      case .hash: .standard(.hash)
      }
    }

    /// Whether the pattern of a host begins as that of an IPv6 address does.
    private static func isAddress(_ text: [UInt8]) -> Bool {
      let start = text.first == UInt8(ascii: "{") || text.first == UInt8(ascii: "\\") ? 1 : 0
      return text.count > 1 && text[start] == UInt8(ascii: "[")
    }
  }

  /// The options the pattern was made with.
  public let options: Options
  /// The normalised text of the pattern.
  public var text: String { matcher.text }
  /// The text of the regular expression that decides what matches.
  public var regex: String {
    // Parts that were written once can be written again.
    (try? Self.expression(of: parts, options, syntax))?.string ?? ""
  }
  /// The names of the values, in the order of the pattern; those without one are numbered from 0.
  public var names: [String] { matcher.captures.map(\.name) }
  /// Whether the pattern holds a regular expression of its user.
  public var hasRegexGroups: Bool { parts.contains { $0.kind == .regex } }

  let parts: [PatternPart]
  private let syntax: PatternSyntax
  /// The part that decides whether a text matches.
  package let matcher: ComponentMatcher

  /// Reads a pattern.
  ///
  /// - Throws: `PatternError` with the fault in the text, and its place.
  public init(parsing text: String, options: Options = Options()) throws(PatternError) {
    try self.init(parsing: text, options: options, encoder: nil)
  }

  /// Reads a pattern, in a host with names that an encoder turns into ASCII.
  package init(
    parsing text: String,
    options: Options,
    encoder: StandardText.DomainEncoder?
  ) throws(PatternError) {
    self.options = options
    let source = Array(text.utf8)
    syntax = options.syntax(of: source, encoder)
    do throws(PatternFault) {
      let limits = options.limits
      guard source.count <= limits.patternLength else {
        throw PatternFault(.tooLong(limit: limits.patternLength), at: limits.patternLength)
      }
      var names = PatternNames()
      parts = try PatternParser.parts(
        of: source,
        syntax: syntax,
        limits: limits,
        names: &names
      )
      // What is written is read back, under the same limit.
      let normalised = PatternText.text(of: parts, syntax: syntax)
      guard normalised.utf8.count <= limits.patternLength else {
        throw PatternFault(.tooLong(limit: limits.patternLength), at: source.count)
      }
      let regex = try Self.expression(of: parts, options, syntax)
      matcher = ComponentMatcher(
        LoneMatcher(parts, ignoresCase: options.letterCase == .insensitive),
        Self.walker(of: parts, options, syntax),
        regex.captures,
        try CompiledPattern(
          regex,
          ignoresCase: options.letterCase == .insensitive,
          usesJIT: true,
          limits: limits
        ),
        text: normalised
      )
    } catch {
      throw PatternError(code: error.code, text: text, offset: error.offset)
    }
  }

  private static func expression(
    of parts: [PatternPart],
    _ options: Options,
    _ syntax: PatternSyntax
  ) throws(PatternFault) -> PatternExpression {
    var regex = PatternExpression(
      ignoresCase: options.letterCase == .insensitive,
      limits: options.limits
    )
    regex.append(.assertion(.start, offset: 0))
    try regex.append(
      parts,
      syntax: syntax,
      mergesSlashes: false,
      endsWithSubject: true
    )
    regex.append(.assertion(.end, offset: 0))
    return regex
  }

  /// The walker of a path that begins with a slash; else one of no use.
  private static func walker(
    of parts: [PatternPart],
    _ options: Options,
    _ syntax: PatternSyntax
  ) -> PlainWalker {
    guard options.letterCase == .sensitive, let outline = outline(of: parts, options, syntax) else {
      return PlainWalker()
    }
    return PlainWalker(outline)
  }

  /// The segments of the paths that it matches; nothing for what is no path of segments.
  var outline: PatternOutline? { Self.outline(of: parts, options, syntax) }

  private static func outline(
    of parts: [PatternPart],
    _ options: Options,
    _ syntax: PatternSyntax
  ) -> PatternOutline? {
    guard options.kind == .pathname, !parts.isEmpty else { return nil }
    return PatternOutline(
      parts,
      slashes: .strict,
      ignoresCase: options.letterCase == .insensitive,
      syntax: syntax
    )
  }

  /// Matches a component's canonical text.
  ///
  /// - Returns: the values by name, `nil` for a value that took no part; or `nil` when the text
  ///   does not match.
  /// - Throws: `MatchError` when a limit is hit before that is known.
  public func match(_ input: String) throws(MatchError) -> [String: String?]? {
    var budget = MatchBudget(steps: options.limits.matchSteps)
    let found = try input.withBytes { bytes throws(MatchError) in
      try matcher.ranges(in: bytes, budget: &budget)
    }
    guard let ranges = found else { return nil }
    var values: [String: String?] = [:]
    for (index, capture) in matcher.captures.enumerated() {
      values.updateValue(ranges[index].map { String(input[utf8: $0]) }, forKey: capture.name)
    }
    return values
  }

  /// The literal text that all of what matches ends with, and whether there is nothing else.
  package var literalEnd: (text: String, isAll: Bool) {
    guard parts.allSatisfy({ $0.kind == .fixed && $0.modifier == .none }) else {
      guard let last = parts.last, last.modifier == .none else { return ("", false) }
      return (last.kind == .fixed ? last.value : last.suffix, false)
    }
    return (parts.map(\.value).joined(), true)
  }

  /// The place of the component in the order from general to specific, as bytes.
  package var specificityKey: [UInt8] { SpecificityKey(parts).bytes }

  /// Makes the text that matches with these values, as they are written in a URL.
  ///
  /// - Throws: `PatternReverseError` for a part that does not say what to write: a wildcard without
  ///   bounds, a regular expression, a modifier, or a name without a value; and for values that the
  ///   text would not give back, such as two dots between slashes.
  public func generate(_ values: [String: String]) throws(PatternReverseError) -> String {
    var out = ""
    var written: [(name: String, value: String)] = []
    for (index, part) in parts.enumerated() {
      guard part.modifier == .none else {
        throw PatternReverseError(.notReversible(part.name.text ?? part.value), pattern: text)
      }
      switch part.kind {
      case .fixed: out += part.value
      case .regex, .fullWildcard:
        throw PatternReverseError(.notReversible(part.name.text ?? ""), pattern: text)
      case .segmentWildcard:
        // A plain parameter whose expression was written out has no name to be given a value by.
        guard case .custom(let name) = part.name else {
          throw PatternReverseError(.notReversible(part.name.text ?? ""), pattern: text)
        }
        guard let value = values[name] else {
          throw PatternReverseError(.missingValue(name), pattern: text)
        }
        let isLast = index == parts.count - 1 && part.suffix.isEmpty
        guard let encoded = encode(value, behind: out + part.prefix, isLast: isLast),
          !encoded.isEmpty, syntax.delimiter.map({ !encoded.utf8.contains($0) }) ?? true
        else { throw PatternReverseError(.notReversible(name), pattern: text) }
        out += part.prefix + encoded + part.suffix
        written.append((name, encoded))
      }
    }
    // The whole can mean something else than its parts do: dots between slashes, two values side by
    // side, digits that make an address of a name.
    guard isCanonical(out), let found = try? match(out) else {
      throw PatternReverseError(.notReversible(written.first?.name ?? ""), pattern: text)
    }
    for (name, value) in written where (found[name] ?? nil) != value {
      throw PatternReverseError(.notReversible(name), pattern: text)
    }
    return out
  }

  /// The canonical text of a value, or `nil` where a component cannot hold all of it.
  private func encode(_ value: String, behind start: String, isLast: Bool) -> String? {
    let bytes = Array(value.utf8)
    guard holds(bytes) else { return nil }
    let isRooted = (start.utf8.first ?? bytes.first) == UInt8(ascii: "/")
    switch syntax.literals {
    case .standardText(.host) where bytes.first != UInt8(ascii: "["):
      // A number makes an address as the last label alone, for which the whole is looked at.
      return canonical(bytes + Array(".a".utf8)).map { String($0.dropLast(2)) }
    case .standardText(.port):
      // Zeros at the beginning of a port mean nothing; within one they do.
      return canonical(bytes).map { start.isEmpty ? $0 : value }
    case .standardOpaquePath where isLast && !isRooted && bytes.last == UInt8(ascii: " "):
      // The parser of URLs takes a space away at the end of all, and escapes the last one before a
      // query or a fragment.
      return canonical(bytes.dropLast()).map { $0 + "%20" }
    default: return canonical(bytes)
    }
  }

  /// Whether a value is part of the component as a whole: nothing of it is left out, ends the
  /// component, or parts it.
  private func holds(_ value: [UInt8]) -> Bool {
    let ends: String
    switch syntax.literals {
    case .standardText(let text): return text.holds(value)
    case .standardPath: ends = "/\\"
    default: ends = "?#"
    }
    return !value.contains { PercentCoding.isLayout($0) || ends.utf8.contains($0) }
  }

  private func canonical(_ bytes: [UInt8]) -> String? {
    switch syntax.literals {
    case .standardText(let text): text.canonical(bytes)
    case .standardPath: StandardPath.canonical(bytes)
    default: StandardPath.canonicalOpaque(bytes)
    }
  }

  /// Whether a text is that of a component as a URL has it.
  private func isCanonical(_ text: String) -> Bool {
    let bytes = Array(text.utf8)
    switch syntax.literals {
    case .standardText(.address): return StandardHost.canonical(bytes[...], nil) == text
    case .standardText, .standardPath: return canonical(bytes) == text
    default:
      // One that begins with a slash is no opaque one in a URL, and its dots are resolved. The test
      // of the proposal wants its spaces as they are.
      let segments = bytes.split(separator: UInt8(ascii: "/"))
      let isRooted = bytes.first == UInt8(ascii: "/")
      let isLost =
        isRooted
        ? segments.contains { StandardPath.dots(in: $0) > 0 } : bytes.last == UInt8(ascii: " ")
      return canonical(bytes) == text && !isLost
    }
  }

  /// Compares how specific two patterns are: literal text before parameters before wildcards.
  public func specificity(comparedTo other: PatternComponent) -> SpecificityOrder {
    SpecificityOrder(SpecificityKey(parts).bytes, SpecificityKey(other.parts).bytes)
  }
}

extension PatternComponent: Hashable {
  /// Two patterns are equal when they are read into the same parts under the same options.
  public static func == (one: PatternComponent, other: PatternComponent) -> Bool {
    one.options == other.options && one.parts == other.parts
  }

  /// Hashes what equality compares.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(options)
    hasher.combine(parts)
  }
}

extension PatternComponent: CustomStringConvertible {
  /// The normalised text.
  public var description: String { text }
}
