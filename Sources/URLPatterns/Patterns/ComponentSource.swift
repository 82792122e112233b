/// The text of a component's pattern, and where it stands in what the user wrote.
struct ComponentSource {
  var value: String
  /// The text that the user wrote.
  private let text: String
  /// The place in that text where the value begins; less than zero where text is put before it.
  private var shift: Int

  init(_ value: String) {
    self.init(value, of: value, at: 0)
  }

  init(_ value: String, of text: String, at shift: Int) {
    self.value = value
    self.text = text
    self.shift = shift
  }

  /// Puts text before the value.
  mutating func prepend(_ text: String) {
    value = text + value
    shift -= text.utf8.count
  }

  /// Removes a character that the value begins with.
  mutating func dropFirst(_ character: Unicode.Scalar) {
    // Not as a `Character`, which what follows could be a part of.
    guard value.unicodeScalars.first == character else { return }
    value.unicodeScalars.removeFirst()
    shift += 1
  }

  /// Removes a character that the value ends with.
  mutating func dropLast(_ character: Unicode.Scalar) {
    if value.unicodeScalars.last == character { value.unicodeScalars.removeLast() }
  }

  func compile(
    _ component: URLPatternComponent,
    _ kind: PatternComponent.Options.Kind,
    ignoresCase: Bool,
    limits: PatternLimits
  ) throws(URLPatternError) -> PatternComponent {
    do throws(PatternError) {
      return try PatternComponent(
        parsing: value,
        options: .init(
          kind: kind,
          letterCase: ignoresCase ? .insensitive : .sensitive,
          limits: limits
        ),
        encoder: DomainName.ascii
      )
    } catch {
      throw URLPatternError(
        .component(component, error.code),
        text: text,
        offset: max(0, error.offset + shift)
      )
    }
  }
}

extension PatternComponent {
  /// Whether the pattern of a scheme matches one of the web's; one that cannot be decided does not.
  var matchesSpecial: Bool {
    WebScheme.special.contains { scheme in (try? match(scheme)) ?? nil != nil }
  }
}
