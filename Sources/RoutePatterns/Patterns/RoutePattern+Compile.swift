extension RoutePattern {
  static func compile(
    _ text: String,
    _ validations: [String: RouteValidation],
    _ options: Options
  ) throws(PatternError) -> Storage {
    do throws(PatternFault) {
      var parts = try RouteParser.parse(Array(text.utf8), options: options)
      if !validations.isEmpty { try parts.constrain(to: validations) }
      let ignoresCase = options.letterCase == .insensitive
      var regex = PatternRegex(ignoresCase: ignoresCase, limits: options.limits)
      try parts.write(to: &regex, slashes: options.slashes)
      let compiled = try CompiledPattern(
        regex,
        ignoresCase: ignoresCase,
        usesJIT: options.usesJIT,
        limits: options.limits
      )
      return Storage(
        options: options,
        source: (text, validations),
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
}

extension RouteParts {
  /// Takes validations in the order of their names, so that of several faults always the same is reported.
  fileprivate mutating func constrain(
    to validations: [String: RouteValidation]
  ) throws(PatternFault) {
    for (name, validation) in validations.sorted(by: { $0.key < $1.key }) {
      try constrain(name, to: validation)
    }
  }

  /// Puts a regular expression in the place of a plain parameter; a closure only needs one to look at.
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
