extension RoutePattern {
  static func compile(
    _ text: String,
    _ validations: [String: RouteValidation],
    _ options: Options
  ) throws(PatternError) -> Storage {
    let bytes = Array(text.utf8)
    if validations.isEmpty, let plain = plainStorage(text, bytes, options) { return plain }
    do throws(PatternFault) {
      let isShort = validations.isEmpty && isNeverTooLarge(bytes.count, options.limits)
      let (parts, regex) = try read(bytes, validations, options, mayBeLeftOut: isShort)
      let walker = walker(parts, regex, options)
      let isCompiledLater =
        validations.isEmpty && (walker.isUsable || isShort && regex.isOfRuns)
      return Storage(
        text,
        options: options,
        walker: walker,
        captures: regex.captures,
        seesScheme: parts.seesScheme,
        details: isCompiledLater ? nil : try Details(parts, regex, validations, options)
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

  /// Reads a text into parts.
  static func parts(of text: [UInt8], _ options: Options) throws(PatternFault) -> RouteParts {
    try RouteParser.parse(text, slashes: options.slashes, limits: options.limits)
  }

  /// Reads a text into parts, and writes their expression.
  static func read(
    _ text: [UInt8],
    _ validations: [String: RouteValidation],
    _ options: Options,
    mayBeLeftOut: Bool = false
  ) throws(PatternFault) -> (RouteParts, PatternExpression) {
    var parts = try parts(of: text, options)
    if !validations.isEmpty { try parts.constrain(to: validations) }
    var regex = PatternExpression(
      ignoresCase: options.letterCase == .insensitive,
      limits: options.limits,
      mayBeLeftOut: mayBeLeftOut
    )
    try parts.write(to: &regex, slashes: options.slashes)
    return (parts, regex)
  }

  /// Whether the expression of a text of so many bytes is small enough for PCRE2, if users' parts
  /// of it are runs and short: so that it surely takes it, and need not be asked before somebody
  /// matches with it.
  ///
  /// Nobody does where segments decide. PCRE2 could refuse nothing in it but its size, and no byte
  /// of a pattern takes more than 64 of the compiled form apart from the user's expressions: the
  /// most is an asterisk with a letter behind it, which could be the rest of an escape.
  private static func isNeverTooLarge(_ length: Int, _ limits: PatternLimits) -> Bool {
    length <= 256 && limits.compiledSize >= 256 + 64 * length + PatternExpression.shortSize
  }

  // MARK: - Patterns that do without PCRE2

  /// The pattern of a plain text, unless that could be too long.
  private static func plainStorage(
    _ text: String,
    _ bytes: [UInt8],
    _ options: Options
  ) -> Storage? {
    guard options.letterCase == .sensitive, bytes.count <= options.limits.patternLength,
      // A byte of such a text is one or two of its expression, three of a parameter nine, the
      // asterisk twelve.
      hasRoom(forPlain: 3 * bytes.count + 16, options.limits),
      let outline = PatternOutline(plain: bytes, slashes: options.slashes)
    else { return nil }
    let walker = PlainWalker(outline)
    guard walker.isUsable else { return nil }
    return Storage(
      text,
      options: options,
      walker: walker,
      captures: outline.captures,
      seesScheme: false,
      isPlainText: true
    )
  }

  /// The walker of parts that turn out to be plain; else one of no use.
  private static func walker(
    _ parts: RouteParts,
    _ regex: PatternExpression,
    _ options: Options
  ) -> PlainWalker {
    guard options.letterCase == .sensitive, parts.host == nil, regex.mayBePlain,
      hasRoom(forPlain: regex.text.count, options.limits)
    else { return PlainWalker() }
    let outline = PatternOutline(
      parts.path,
      slashes: options.slashes,
      ignoresCase: false,
      syntax: .routePath(options.slashes)
    )
    let walker = PlainWalker(outline, behind: parts.scheme.map { $0 + ":/" } ?? "")
    return walker.isUsable ? walker : regex.asteriskText.map { PlainWalker($0) } ?? walker
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
      // The slash of the root, which need not be written, stands before the text.
      throw PatternFault(.alreadyConstrained(name), at: max(0, place.part))
    }
    guard !regex.isEmpty else { throw PatternFault(.emptyRegex, at: 0, parameter: name) }
    // In the text of the pattern it would be refused.
    guard !ForeignSpellings.isParameter(regex.utf8) else {
      let code = PatternError.Code.foreignSpelling("(\(regex))", meant: "{\(regex)}?")
      throw PatternFault(code, at: 0, parameter: name)
    }
    (kind, value) = PatternPart.meaning(ofRegex: regex.utf8, syntax: syntax)
    place = Place(part: place.part, regex: 0, isValidation: true)
  }
}
