extension String {
  /// The text in quotation marks, with all characters escaped that could command a terminal.
  var quoted: String {
    var out = "\""
    for scalar in unicodeScalars {
      switch scalar {
      case "\"": out += "\\\""
      case "\\": out += "\\\\"
      default:
        switch scalar.properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator, .privateUse, .unassigned:
          out += "\\u{\(String(scalar.value, radix: 16, uppercase: true))}"
        default: out.unicodeScalars.append(scalar)
        }
      }
    }
    return out + "\""
  }

  /// As much of the quoted text as a message has room for.
  var quotedExcerpt: String {
    // Scalars, as one character can be of any length.
    guard unicodeScalars.count > 160 else { return quoted }
    return String(unicodeScalars.prefix(160)).quoted + "…"
  }

  /// As much of the quoted text as may be shown of a word that was perhaps to name a store.
  ///
  /// Keywords of libpq without `postgres:` before them, and URLs with a misspelt scheme, may have a
  /// password: what has an `=` or an `@` is shown up to its first sign alone.
  var quotedWithoutSecrets: String {
    guard contains(where: { $0 == "=" || $0 == "@" }) else { return quotedExcerpt }
    return String(prefix { !"=@:".contains($0) }).quotedExcerpt + "…"
  }

  /// Whether it is an address, as that of a store, where the name of a file is expected.
  var isAddress: Bool {
    let kind = prefix { $0 != ":" }
    let kinds = ["postgres", "postgresql", "sqlite", "folder"]
    return contains("://") || contains("=") && contains("password")
      || kinds.contains(String(kind)) && kind.count < count
  }

  /// As much of the quoted name of a file as a message has room for, and no secret of an address.
  var quotedFile: String { isAddress ? quotedWithoutSecrets : quotedExcerpt }
}
