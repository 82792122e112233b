extension RouteTargetError: CustomStringConvertible {
  /// The fault, its remedy, and the place with a caret under it.
  public var description: String {
    let summary = "\(subject) \(fault) (byte \(offset)). \(remedy)"
    guard !excerpt.isEmpty else { return "\(subject) \(fault). \(remedy)" }
    return "\(summary)\n\(CaretDiagram(utf8: excerpt, offset: offset - excerptStart))"
  }

  private var subject: String {
    switch place {
    case .target: "The target"
    case .hostHeader: "The Host header"
    case .queryItem: "The query item"
    }
  }

  private var fault: String {
    switch code.value {
    case .missingLeadingSlash: "does not begin with a slash"
    case .badEscape: "has a percent sign without two hexadecimal digits after it"
    case .controlByte: "holds a control character"
    case .invalidUTF8: "holds bytes that are not UTF-8"
    case .aboveRoot: "climbs above the root"
    case .unsupportedScheme: "has a scheme that is not served"
    case .opaqueScheme: "has a scheme without two slashes after its colon"
    case .userInfo: "holds a user name before its host"
    case .badHost: "has no valid host"
    case .badPort: "has a port that is not a number from 0 to 65535"
    case .portNotAllowed: "has a port, though it is a deep link"
    case .fragmentNotAllowed: "holds a fragment"
    case .missingHost: "is missing"
    case .severalHosts: "is given more than once"
    case .asteriskNotAllowed: "is an asterisk"
    case .backslashNotAllowed: "holds a backslash"
    case .tooLong: "is too long"
    }
  }

  private var remedy: String {
    switch code.value {
    case .missingLeadingSlash: "Send a path from the root, or a URL with http or https."
    case .badEscape: "Write a percent sign that is data as %25."
    case .controlByte: "Remove it; neither raw nor escaped is it part of a route."
    case .invalidUTF8: "Encode text as UTF-8, each character raw or escaped as a whole."
    case .aboveRoot: "Remove the `..` that leads there."
    case .unsupportedScheme: "Send a path from the root, or a URL with http or https."
    case .opaqueScheme: "Write `scheme://` for a URL, or %3A for a colon in the first segment."
    case .userInfo: "Remove it together with the @."
    case .badHost:
      "Use letters, digits, `-`, `.` and `_`, or an IPv6 address in brackets; only an IPv4 address "
        + "ends in a number."
    case .badPort: "Use a number in that range, or none for the default port."
    case .portNotAllowed: "Remove it; the host of a deep link is the first segment of its path."
    case .fragmentNotAllowed: "Remove it, or write a number sign that is data as %23."
    case .missingHost: "Send one; HTTP/1.1 requires it."
    case .severalHosts: "Send one."
    case .asteriskNotAllowed: "Send it with the method OPTIONS only."
    case .backslashNotAllowed: "Write a slash, or %5C for a backslash that is data."
    case .tooLong: "Shorten it, or raise the limit of targets' length."
    }
  }
}
