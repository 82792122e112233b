extension RoutePattern {
  /// The most templates that a pattern becomes.
  private static let templateLimit = 16

  /// The templates that together match what the pattern matches: one, or one for each way in which
  /// groups are there or absent.
  ///
  /// Closures that check values are left out.
  package func templates() throws(PathTemplateFault) -> [PathTemplate] {
    guard !storage.seesScheme else { throw .origin }
    var forms: [[PatternPart]] = [[]]
    for part in storage.parts.path {
      guard !part.modifier.allowsMany else { throw .repeats }
      let without = part.modifier.allowsNone ? forms : []
      var present = part
      present.modifier = .none
      forms = forms.map { $0 + [present] } + without
      guard forms.count <= Self.templateLimit else {
        throw .tooManyGroups(limit: Self.templateLimit)
      }
    }
    var templates: [PathTemplate] = []
    for form in forms { templates.append(try template(of: form)) }
    guard templates.count > 1 || templates.first?.shape.hasPrefix("/") != true else {
      return templates
    }
    return try proven(templates)
  }

  private func template(of parts: [PatternPart]) throws(PathTemplateFault) -> PathTemplate {
    var pieces: [PathTemplate.Piece] = []
    func append(_ text: String) {
      guard !text.isEmpty else { return }
      if case .text(let before)? = pieces.last {
        pieces[pieces.count - 1] = .text(before + text)
      } else {
        pieces.append(.text(text))
      }
    }
    for part in parts {
      guard part.kind != .fixed else {
        append(part.value)
        continue
      }
      let value = try value(of: part)
      append(part.prefix)
      pieces.append(.value(value))
      append(part.suffix)
    }
    // No target ends in a slash where slashes are merged.
    if options.slashes == .lenient, case .text(let text)? = pieces.last, text.hasSuffix("/"),
      pieces.count > 1 || text.utf8.count > 1
    {
      pieces[pieces.count - 1] = .text(String(text.dropLast()))
      if text == "/" { pieces.removeLast() }
    }
    return PathTemplate(pieces.isEmpty ? [.text("/")] : pieces)
  }

  private func value(of part: PatternPart) throws(PathTemplateFault) -> PathTemplate.Value {
    guard part.kind != .fullWildcard else { throw .wildcard }
    guard part.kind == .regex else { return PathTemplate.Value(name: part.name.text) }
    let expression = try? RegexTranslator.translate(
      Array(part.value.utf8),
      options: RegexTranslator.Options(
        dialect: .extended,
        ignoreCase: options.letterCase == .insensitive,
        anchors: .value,
        groupsBefore: nil,
        maximumNesting: options.limits.effectiveNesting,
        reach: .segment
      )
    )
    guard let expression, !expression.consumes.contains(UInt8(ascii: "/")),
      !expression.hasBackreferences
    else { throw .wildcard }
    guard !expression.canBeEmpty else { throw .emptyValue }
    return PathTemplate.Value(
      name: part.name.text,
      expression: part.value,
      schema: ValueSchema(
        expression.root,
        ignoresCase: options.letterCase == .insensitive
      )
    )
  }

  /// Returns templates only if they match together what the pattern matches.
  private func proven(
    _ templates: [PathTemplate]
  ) throws(PathTemplateFault) -> [PathTemplate] {
    var patterns: [RoutePattern] = []
    for template in templates {
      guard template.shape.hasPrefix("/"), let pattern = try? template.pattern(options: options)
      else { throw .inexact }
      patterns.append(pattern)
    }
    let own = PatternLanguage(self)
    let together = PatternLanguage(patterns, slashes: options.slashes)
    guard own.covers(together) == .yes, together.covers(own) == .yes else { throw .inexact }
    return templates
  }
}
