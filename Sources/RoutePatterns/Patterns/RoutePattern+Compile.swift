extension RoutePattern {
  static func compile(
    _ text: String,
    _ validations: [String: RouteValidation],
    _ options: Options
  ) throws(PatternError) -> Storage {
    if validations.isEmpty, let plain = plainMatcher(text, options) {
      return Lean(
        options: options,
        sourceText: text,
        plain: plain,
        seesScheme: false,
        isPlainText: true
      )
    }
    do throws(PatternFault) {
      let (parts, regex) = try read(text, validations, options)
      if validations.isEmpty, let plain = plainMatcher(regex, options) {
        return Lean(
          options: options,
          sourceText: text,
          plain: plain,
          seesScheme: parts.scheme != nil,
          isPlainText: false
        )
      }
      let compiled = try CompiledPattern(
        regex,
        ignoresCase: options.letterCase == .insensitive,
        usesJIT: options.usesJIT,
        limits: options.limits
      )
      return Full(
        options: options,
        sourceText: text,
        validations: validations,
        parts: parts,
        compiled: compiled
      )
    } catch {
      let regex = error.parameter.flatMap { validations[$0]?.regex }
      throw PatternError(
        code: error.code,
        text: regex ?? text,
        offset: error.offset,
        parameter: error.parameter
      )
    }
  }

  /// Reads a text into parts, and writes their expression.
  static func read(
    _ text: String,
    _ validations: [String: RouteValidation],
    _ options: Options
  ) throws(PatternFault) -> (RouteParts, PatternRegex) {
    var parts = try RouteParser.parse(Array(text.utf8), options: options)
    if !validations.isEmpty { try parts.constrain(to: validations) }
    var regex = PatternRegex(
      ignoresCase: options.letterCase == .insensitive,
      limits: options.limits
    )
    try parts.write(to: &regex, slashes: options.slashes)
    return (parts, regex)
  }

  // MARK: - Patterns that do without PCRE2

  /// Returns a matcher for the text of a plain pattern, or `nil` when it is not plain or could be
  /// too long.
  private static func plainMatcher(_ text: String, _ options: Options) -> PlainMatcher? {
    guard options.letterCase == .sensitive, text.utf8.count <= options.limits.patternLength,
      // A byte of such a text is one or two of its expression, three of a parameter nine, the
      // asterisk twelve.
      hasRoom(forPlain: 3 * text.utf8.count + 16, options.limits)
    else { return nil }
    var text = text
    return text.withUTF8 { bytes in
      PlainMatcher(plainText: unsafe bytes.span, slashes: options.slashes)
    }
  }

  /// Returns a matcher for an expression that turned out to be plain, or `nil`.
  private static func plainMatcher(_ regex: PatternRegex, _ options: Options) -> PlainMatcher? {
    guard options.letterCase == .sensitive, hasRoom(forPlain: regex.text.count, options.limits)
    else { return nil }
    let plain = PlainMatcher(regex.text, layout: CaptureLayout(regex.captures))
    return plain.isUsable ? plain : nil
  }

  /// Whether a plain expression of this many bytes is never refused, so that PCRE2 need not be
  /// asked.
  ///
  /// It has sixteen groups at most, none within another, and no byte of it takes more than two of
  /// the compiled form; PCRE2 adds its header of the whole. A form beyond 64 KiB it can refuse
  /// whatever the limit is (pcre2limits(3): with links of two bytes).
  private static func hasRoom(forPlain length: Int, _ limits: PatternLimits) -> Bool {
    length <= 8_192 && limits.compiledSize >= 256 + 4 * length
  }
}

extension RouteParts {
  /// Applies validations in the order of their names, so that of several faults always the same is
  /// reported.
  fileprivate mutating func constrain(
    to validations: [String: RouteValidation]
  ) throws(PatternFault) {
    for (name, validation) in validations.sorted(by: { $0.key < $1.key }) {
      try constrain(name, to: validation)
    }
  }

  /// Replaces a plain parameter by a regular expression; a closure only requires that the parameter
  /// exists.
  fileprivate mutating func constrain(
    _ name: String,
    to validation: RouteValidation
  ) throws(PatternFault) {
    let hostIndex = host?.firstIndex { $0.name.text == name }
    let pathIndex = path.firstIndex { $0.name.text == name }
    guard hostIndex != nil || pathIndex != nil else {
      throw PatternFault(.unknownParameter(name), at: 0)
    }
    guard let regex = validation.regex else { return }
    if let hostIndex {
      try host?[hostIndex].constrain(to: regex, name: name, syntax: .routeHost)
    } else if let pathIndex {
      try path[pathIndex].constrain(to: regex, name: name, syntax: .routePath(.lenient))
    }
  }
}

extension PatternPart {
  fileprivate mutating func constrain(
    to regex: String,
    name: String,
    syntax: PatternSyntax
  ) throws(PatternFault) {
    guard kind == .segmentWildcard else {
      throw PatternFault(.alreadyConstrained(name), at: place.part)
    }
    guard !regex.isEmpty else { throw PatternFault(.emptyRegex, at: 0, parameter: name) }
    (kind, value) = PatternPart.meaning(ofRegex: regex.utf8, syntax: syntax)
    place = Place(part: place.part, regex: 0, isValidation: true)
  }
}
