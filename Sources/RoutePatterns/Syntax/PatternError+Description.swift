extension PatternError: CustomStringConvertible {
  /// The text with a caret under the place, the reason, and what to write instead.
  public var description: String {
    let what = parameter.map { "The validation of the parameter \"\($0)\"" } ?? "The pattern"
    return """
      \(what) is not valid at byte \(offset). \(reason)
      \(CaretDiagram(text, offset: offset))
      """
  }

  private var reason: String { code.reason }
}

extension PatternError.Code {
  /// The reason in words, and what to write instead.
  package var reason: String {
    switch self {
    case .danglingEscape:
      "A backslash escapes the character behind it, and there is none; write \\\\ for a backslash."
    case .missingName:
      "A colon begins a parameter, and no name stands behind it; write \\: for a colon."
    case .hyphenInName:
      "A parameter's name cannot hold a hyphen; write an underscore or capital letters in the "
        + "name, "
        + "or \\- for a hyphen behind it."
    case .foreignSpelling(let text, let meant): Self.reason(foreign: text, meant: meant)
    case .duplicateName(let name):
      "The name \"\(name)\" is taken by a parameter before; give each parameter a name of its own."
    case .unclosedGroup: "This brace is never closed; add }, or write \\{ for a brace."
    case .unopenedGroup: "No brace is open here; remove it, or write \\} for a brace."
    case .nestedGroup: "Braces cannot stand within braces; write the groups one behind the other."
    case .severalValuesInGroup:
      "Braces hold one parameter, expression or asterisk at the most; give this one braces of "
        + "its own."
    case .unclosedRegex: "This parenthesis is never closed; add ), or write \\( for a parenthesis."
    case .emptyRegex: "No expression stands here; write one, or remove the parentheses."
    case .regexStartsWithQuestionMark:
      "An expression cannot begin with a question mark; put (?:…) around it if it begins with a "
        + "group."
    case .capturingGroup:
      "A group within an expression cannot capture, for only parameters have values; write (?:…)."
    case .regexNotASCII:
      "An expression is matched against percent-encoded text, which is ASCII; write the escapes."
    case .invalidRegex(let problem): problem.description
    case .namedGroupInRepeat:
      "A part that repeats with text around it has its expression twice, and a name can be given "
        + "once; "
        + "remove the name of the group."
    case .danglingModifier:
      "A modifier stands behind a parameter, an expression, an asterisk or braces; "
        + "write \\ before it for the character itself."
    case .queryNotAllowed:
      "A pattern has no query, which takes no part in matching; remove it, and read the "
        + "parameters of "
        + "the query in the handler."
    case .fragmentNotAllowed:
      "A pattern has no fragment; remove it, or write \\# for the character itself."
    case .invalidEscape:
      "A percent sign begins an escape of two hexadecimal digits; write %25 for a percent sign."
    case .controlCharacter:
      "No target holds a control character, so this could match nothing; remove it."
    case .invalidUTF8:
      "The escapes are not UTF-8, and no target holds such bytes; write the text itself."
    case .dotSegment:
      "Targets have their dot segments resolved, so this could match nothing; write the path it "
        + "leads to."
    case .tailNotLast:
      "Three dots stand for the rest of a path and must be its last segment; write * here, "
        + "or \\... for the dots themselves."
    case .invalidScheme:
      "A scheme is plain text, such as app or https; leave it out for any, or write one pattern "
        + "for each."
    case .schemeNotAllowed:
      "A pattern behind another has no scheme or host; remove scheme and host, or give them to the pattern "
        + "before it."
    case .invalidHost:
      "This is no host; leave out scheme and host for any, or write letters, digits, "
        + "hyphens, dots and parameters, or an address; only an IPv4 address ends in a number."
    case .invalidPort:
      "A port is a number up to 65535, behind a host apart from the path, and 80, 443 or 21 only "
        + "with a scheme; remove it, or correct it."
    case .userInfoNotAllowed: "Targets with a user's name are rejected; remove it from the pattern."
    case .capitalInHost:
      "This capital may stand in the first segment or behind it. The first segment of a deep link is "
        + "its host, and has small letters alone; write a small letter, or three slashes behind the "
        + "scheme, so that there is no host."
    case .caseIgnored:
      "It ignores the case of letters, and the router, which has one policy for all of its routes, "
        + "does not; leave out the pattern's option letterCase, or set "
        + "Router.Configuration.letterCase."
    case .unknownParameter(let name):
      "A validation is given for \"\(name)\", and the pattern has no parameter of that name; "
        + "correct one of them."
    case .alreadyConstrained(let name):
      "A validation is given for \"\(name)\", which has an expression of its own; keep one of them."
    case .tooLong(let limit):
      "A pattern may have \(limit) bytes, escapes included; shorten it, or raise "
        + "PatternLimits.patternLength."
    case .tooManyGroups(let limit):
      "\(limit) parts may be absent or repeat, and this is one more; write several patterns, or "
        + "raise "
        + "PatternLimits.optionalGroups."
    case .tooDeep(let limit):
      "Groups and classes may stand \(limit) deep within one another; simplify the expression, "
        + "or raise "
        + "PatternLimits.nesting."
    case .tooLarge(.max):
      "The compiled expression is larger than PCRE2 can make one, whatever "
        + "PatternLimits.compiledSize is; shorten the pattern, or lower the bounds of its repeats."
    case .tooLarge(let limit):
      "The compiled expression takes more than \(limit) bytes; lower the bounds of its repeats, "
        + "or raise "
        + "PatternLimits.compiledSize."
    }
  }

  /// Returns what the spelling of another library would mean, and what to write instead.
  private static func reason(foreign text: String, meant: String) -> String {
    // A slash before it may belong to it.
    switch text.utf8.first(where: { $0 != UInt8(ascii: "/") }) {
    case UInt8(ascii: "{") where text.contains("?"):
      "\(text) has its question mark within the braces; write \(meant)."
    case UInt8(ascii: "{") where text.contains(":"):
      "\(text) would be text and a parameter behind it; write \(meant), or a backslash behind the "
        + "brace for those."
    case UInt8(ascii: "{"):
      "\(text) would be plain text; write \(meant), or no braces for the text."
    case UInt8(ascii: "<"):
      "\(text) would be plain text; write \(meant), or \\< for the character."
    case UInt8(ascii: "["):
      "\(text) would be plain text; write \(meant), or \\[ for the character."
    case UInt8(ascii: "("):
      "\(text) would be an expression for just that text; write \(meant) for a part that may be "
        + "absent, or [:] for the colon."
    case UInt8(ascii: "*"):
      "\(text) would be anything that ends in that text; write \(meant), which has no name, or braces "
        + "around the asterisk."
    default:
      "A pattern has no method, and \(text) would be text of its path; write \(meant), or \\ before "
        + "the space."
    }
  }
}
