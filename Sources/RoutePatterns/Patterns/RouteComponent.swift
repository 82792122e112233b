/// One segment of a route that is put together from values instead of text.
///
///     let route: [RouteComponent] = [
///       .constant("books"), .parameter(name: "id", validation: "\\d+"), .everything,
///     ]
///     let pattern = try RoutePattern(route: route)      // /books/:id(\d+)/...
public enum RouteComponent: Hashable, Sendable {
  /// A segment that stands for itself, whatever characters it holds.
  case constant(String)
  /// One segment, whose value has a name, and must satisfy the validation if there is one.
  case parameter(name: String, validation: RouteValidation? = nil)
  /// One segment, whatever it is.
  case anything
  /// All segments to the end of the path, one at the least.
  case everything

  /// One segment, whose value has a name and must be accepted by a closure.
  public static func parameter(
    name: String,
    isMatching: @escaping @Sendable (_ value: String) -> Bool
  ) -> RouteComponent {
    .parameter(name: name, validation: .check(isMatching))
  }
}

extension RoutePattern {
  /// Makes the pattern of components, one segment each.
  ///
  /// - Throws: `PatternError` for a component with a fault: an invalid parameter name, or a
  ///   `.everything` that is not the last.
  public init(
    route components: [RouteComponent],
    options: Options = Options()
  ) throws(PatternError) {
    var text = ""
    var validations: [String: RouteValidation] = [:]
    for component in components {
      text += "/"
      switch component {
      case .constant(let segment): text += Self.escaped(segment)
      case .anything: text += ":_"
      case .everything: text += "..."
      case .parameter(let name, let validation):
        try Self.check(name: name, after: text)
        text += ":\(name)"
        if let validation { validations[name] = validation }
      }
    }
    // Behind two slashes a host would stand.
    if text.hasPrefix("//") { text = "\\" + text }
    try self.init(parsing: text, where: validations, options: options)
  }

  /// A name is put into the text, and must not become anything else there.
  private static func check(name: String, after text: String) throws(PatternError) {
    let scalars = name.unicodeScalars
    let isName =
      scalars.first?.isPatternNamePart(first: true) == true
      && scalars.allSatisfy { $0.isPatternNamePart(first: false) } && name != "_"
    guard !isName else { return }
    let code: PatternError.Code = name.contains("-") ? .hyphenInName : .missingName
    throw PatternError(code: code, text: text + ":\(name)", offset: text.utf8.count)
  }

  /// Every character that means something in a pattern, or in a URL, made to stand for itself.
  private static func escaped(_ segment: String) -> String {
    let isDots = segment.hasPrefix("...")
    var out = isDots ? "\\" : ""
    for byte in segment.utf8 {
      if PercentCoding.isUnreserved(byte) {
        out.unicodeScalars.append(UnicodeScalar(byte))
      } else if PercentCoding.isPathByte(byte), byte != UInt8(ascii: "/") {
        out += "\\" + String(UnicodeScalar(byte))
      } else {
        var escape: [UInt8] = []
        PercentCoding.appendEscaped(byte, to: &escape)
        out += String(decoding: escape, as: UTF8.self)
      }
    }
    return out
  }
}
