extension RegexParser {
  /// The kind of a group, as the characters behind its opening parenthesis tell.
  enum GroupOpening {
    case plain
    case named(Int)
    case look(RegexLook)
    case atomic

    var look: RegexLook? {
      if case .look(let look) = self { look } else { nil }
    }
  }

  /// Reads `(?:`, `(?=` and the like; any other group is refused with an error of its own.
  mutating func groupOpening() throws(RegexSyntaxError) -> GroupOpening {
    let start = position
    position += 1
    if next == 0x2A { throw error(.verb, at: start) }
    guard take("?") else { throw error(.capturingGroup, at: start) }
    if take(":") { return .plain }
    if take("=") { return .look(RegexLook(isBehind: false, isNegative: false)) }
    if take("!") { return .look(RegexLook(isBehind: false, isNegative: true)) }
    if take("<") {
      if take("=") { return .look(RegexLook(isBehind: true, isNegative: false)) }
      if take("!") { return .look(RegexLook(isBehind: true, isNegative: true)) }
      if next == 0x2A { throw error(.unknownGroupKind, at: start) }
      return try namedGroup(at: start)
    }
    if options.dialect == .extended && take(">") { return .atomic }
    throw error(refusal(of: next), at: start)
  }

  /// Returns the reason that a group beginning with `(?` and this byte is refused.
  private func refusal(of byte: UInt8?) -> RegexSyntaxError.Code {
    switch byte {
    case nil: return .unterminatedGroup
    case ">"?: return .atomicGroup
    case "|"?: return .branchReset
    case "#"?: return .comment
    case "("?: return .conditional
    case "C"?: return .callout
    case "'"?: return .foreignNamedGroup
    case "&"?, "R"?: return .recursion
    case "+"?, "-"?: return peek(1)?.isASCIIDigit == true ? .recursion : .inlineOptions
    case "P"?:
      switch peek(1) {
      case ">"?: return .recursion
      case "="?: return .foreignReference
      default: return .foreignNamedGroup
      }
    case "^"?: return .inlineOptions
    case let byte?:
      if byte.isASCIIDigit { return .recursion }
      return byte.isASCIILetter ? .inlineOptions : .unknownGroupKind
    }
  }

  private mutating func namedGroup(at start: Int) throws(RegexSyntaxError) -> GroupOpening {
    guard let name = groupName() else { throw error(.invalidGroupName, at: start) }
    guard !groups.contains(where: { $0.name == name }) else {
      throw error(.duplicateGroupName, at: start)
    }
    groups.append(Group(name: name, isInLookbehind: isInLookbehind))
    return .named(groups.count - 1)
  }

  /// Reads the name of a group up to and past its `>`; returns `nil` if it is not an identifier of
  /// JavaScript.
  mutating func groupName() -> String? {
    var name = String.UnicodeScalarView()
    while !take(">") {
      guard let byte = next else { return nil }
      position += 1
      var scalar = Unicode.Scalar(byte)
      if byte == 0x5C {
        guard take("u"), let value = unicodeEscape(), let escaped = Unicode.Scalar(value) else {
          return nil
        }
        scalar = escaped
      }
      guard Self.isNamePart(scalar, atStart: name.isEmpty) else { return nil }
      name.append(scalar)
    }
    return name.isEmpty ? nil : String(name)
  }

  private static func isNamePart(_ scalar: Unicode.Scalar, atStart: Bool) -> Bool {
    switch scalar {
    case "$", "_": true
    // The joiners may stand within an identifier.
    case "\u{200C}", "\u{200D}": !atStart
    default: atStart ? scalar.properties.isIDStart : scalar.properties.isIDContinue
    }
  }
}
