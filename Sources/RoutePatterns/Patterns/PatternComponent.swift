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
      /// The path of a URL with one of the web's schemes: its segments end at slashes.
      case pathname
      /// The path of any other URL, which is one text.
      case opaquePathname
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

    var syntax: PatternSyntax {
      switch kind {
      case .pathname: .standardPath
      case .opaquePathname: .standardOpaquePath
      }
    }
  }

  /// The options the pattern was made with.
  public let options: Options
  /// The normalised text of the pattern.
  public let text: String
  /// The text of the regular expression that decides what matches.
  public var regex: String {
    // Parts that were written once can be written again.
    (try? Self.expression(of: parts, options))?.string ?? ""
  }
  /// The names of the values, in the order of the pattern; those without one are numbered from 0.
  public var names: [String] { storage.captures.map(\.name) }
  /// Whether the pattern holds a regular expression of its user.
  public var hasRegexGroups: Bool { parts.contains { $0.kind == .regex } }

  let parts: [PatternPart]
  private let storage: Storage

  private final class Storage: Sendable {
    let walker: PlainWalker
    let captures: [PatternCapture]
    let compiled: CompiledPattern

    init(
      _ walker: PlainWalker,
      _ captures: [PatternCapture],
      _ compiled: consuming CompiledPattern
    ) {
      self.walker = walker
      self.captures = captures
      self.compiled = compiled
    }
  }

  /// Reads a pattern.
  ///
  /// - Throws: `PatternError` with the fault in the text, and its place.
  public init(parsing text: String, options: Options = Options()) throws(PatternError) {
    self.options = options
    let source = Array(text.utf8)
    do throws(PatternFault) {
      let limits = options.limits
      guard source.count <= limits.patternLength else {
        throw PatternFault(.tooLong(limit: limits.patternLength), at: limits.patternLength)
      }
      var names = PatternNames()
      parts = try PatternParser.parts(
        of: source,
        syntax: options.syntax,
        limits: limits,
        names: &names
      )
      let regex = try Self.expression(of: parts, options)
      storage = Storage(
        Self.walker(of: parts, options),
        regex.captures,
        try CompiledPattern(
          regex,
          ignoresCase: options.letterCase == .insensitive,
          usesJIT: true,
          limits: limits
        )
      )
    } catch {
      throw PatternError(code: error.code, text: text, offset: error.offset)
    }
    self.text = PatternText.text(of: parts, syntax: options.syntax)
  }

  private static func expression(
    of parts: [PatternPart],
    _ options: Options
  ) throws(PatternFault) -> PatternExpression {
    var regex = PatternExpression(
      ignoresCase: options.letterCase == .insensitive,
      limits: options.limits
    )
    regex.append(.assertion(.start, offset: 0))
    try regex.append(
      parts,
      syntax: options.syntax,
      mergesSlashes: false,
      endsWithSubject: true
    )
    regex.append(.assertion(.end, offset: 0))
    return regex
  }

  /// The walker of a path that begins with a slash; else one of no use.
  private static func walker(of parts: [PatternPart], _ options: Options) -> PlainWalker {
    guard options.kind == .pathname, options.letterCase == .sensitive, !parts.isEmpty else {
      return PlainWalker()
    }
    let outline = PatternOutline(
      parts,
      slashes: .strict,
      ignoresCase: false,
      reach: options.syntax.reach
    )
    return PlainWalker(outline)
  }

  /// Matches a component's canonical text.
  ///
  /// - Returns: the values by name, `nil` for a value that took no part; or `nil` when the text
  ///   does not match.
  /// - Throws: `MatchError` when a limit is hit before that is known.
  public func match(_ input: String) throws(MatchError) -> [String: String?]? {
    var input = input
    var budget = MatchBudget(steps: options.limits.matchSteps)
    let outcome = input.withUTF8 { bytes in
      storage.walker.isUsable && bytes.count < CaptureRanges.inlineEnd
        ? storage.walker.match(unsafe bytes.span)
        : storage.compiled.match(unsafe bytes.span, budget: &budget)
    }
    switch outcome {
    case .unmatched: return nil
    case .failed(let error):
      throw MatchError(code: MatchOutcome.code(of: error), pattern: text, subject: input)
    case .matched(let ranges):
      var values: [String: String?] = [:]
      for (index, capture) in storage.captures.enumerated() {
        values.updateValue(ranges[index].map { String(input[utf8: $0]) }, forKey: capture.name)
      }
      return values
    }
  }

  /// Makes the text that matches with these values.
  ///
  /// - Throws: `PatternReverseError` for a part that does not say what to write: a wildcard without
  ///   bounds, a regular expression, a modifier, or a name without a value.
  public func generate(_ values: [String: String]) throws(PatternReverseError) -> String {
    var out = ""
    for part in parts {
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
        let encoded = encode(value)
        guard !encoded.isEmpty,
          options.syntax.delimiter.map({ !encoded.utf8.contains($0) }) ?? true
        else { throw PatternReverseError(.notReversible(name), pattern: text) }
        out += part.prefix + encoded + part.suffix
      }
    }
    return out
  }

  private func encode(_ value: String) -> String {
    switch options.kind {
    case .pathname: StandardPath.canonical(Array(value.utf8))
    case .opaquePathname: StandardPath.canonicalOpaque(Array(value.utf8))
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
