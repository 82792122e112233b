extension PatternError: CustomStringConvertible {
  /// The text with a caret under the place, the reason, and what to write instead.
  public var description: String {
    let what = parameter.map { "The validation of the parameter \"\($0)\"" } ?? "The pattern"
    return """
      \(what) is not valid at byte \(offset): \(reason)
      \(CaretDiagram(text, offset: offset))
      """
  }

  private var reason: String {
    switch code {
    case .danglingEscape:
      "a backslash escapes the character behind it, and there is none; write \\\\ for a backslash"
    case .missingName:
      "a colon begins a parameter, and no name stands behind it; write \\: for a colon"
    case .hyphenInName:
      "a parameter's name cannot hold a hyphen; write an underscore or capital letters in the name, "
        + "or \\- for a hyphen behind it"
    case .duplicateName(let name):
      "the name \"\(name)\" is taken by a parameter before; give each parameter a name of its own"
    case .unclosedGroup: "this brace is never closed; add }, or write \\{ for a brace"
    case .unopenedGroup: "no brace is open here; remove it, or write \\} for a brace"
    case .nestedGroup: "braces cannot stand within braces; write the groups one behind the other"
    case .severalValuesInGroup:
      "braces hold one parameter, expression or asterisk at the most; give this one braces of its own"
    case .unclosedRegex: "this parenthesis is never closed; add ), or write \\( for a parenthesis"
    case .emptyRegex: "no expression stands here; write one, or remove the parentheses"
    case .regexStartsWithQuestionMark:
      "an expression cannot begin with a question mark; put (?:…) around it if it begins with a group"
    case .capturingGroup:
      "a group within an expression cannot capture, for only parameters have values; write (?:…)"
    case .regexNotASCII:
      "an expression is matched against percent-encoded text, which is ASCII; write the escapes"
    case .invalidRegex(let reason): reason
    case .namedGroupInRepeat:
      "a part that repeats with text around it has its expression twice, and a name can be given once; "
        + "remove the name of the group"
    case .danglingModifier:
      "a modifier stands behind a parameter, an expression, an asterisk or braces; "
        + "write \\ before it for the character itself"
    case .queryNotAllowed:
      "a pattern has no query, which takes no part in matching; remove it, and read the parameters of "
        + "the query in the handler"
    case .fragmentNotAllowed:
      "a pattern has no fragment; remove it, or write \\# for the character itself"
    case .invalidEscape:
      "a percent sign begins an escape of two hexadecimal digits; write %25 for a percent sign"
    case .controlCharacter:
      "no target holds a control character, so this could match nothing; remove it"
    case .invalidUTF8:
      "the escapes are not UTF-8, and no target holds such bytes; write the text itself"
    case .dotSegment:
      "targets have their dot segments resolved, so this could match nothing; write the path it leads to"
    case .tailNotLast:
      "three dots stand for the rest of a path and must be its last segment; write * here, "
        + "or \\... for the dots themselves"
    case .invalidScheme:
      "a scheme is plain text, such as app or https; leave it out for any, or write one pattern for each"
    case .invalidHost:
      "this is no host; leave out scheme and host for any, or write letters, digits, "
        + "hyphens, dots and parameters"
    case .invalidPort:
      "a port is a number up to 65535, behind a host apart from the path; remove it, or correct it"
    case .userInfoNotAllowed: "targets with a user's name are rejected; remove it from the pattern"
    case .unknownParameter(let name):
      "a validation is given for \"\(name)\", and the pattern has no parameter of that name; "
        + "correct one of them"
    case .alreadyConstrained(let name):
      "a validation is given for \"\(name)\", which has an expression of its own; keep one of them"
    case .tooLong(let limit):
      "a pattern may have \(limit) bytes; shorten it, or raise PatternLimits.patternLength"
    case .tooManyGroups(let limit):
      "\(limit) parts may be absent or repeat, and this is one more; write several patterns, or raise "
        + "PatternLimits.optionalGroups"
    case .tooDeep(let limit):
      "groups and classes may stand \(limit) deep within one another; simplify the expression, or raise "
        + "PatternLimits.nesting"
    case .tooLarge(let limit):
      "the compiled expression takes more than \(limit) bytes; lower the bounds of its repeats, or raise "
        + "PatternLimits.compiledSize"
    case .notAPattern: "the value has no pattern; return one from its route components"
    }
  }
}
