extension RegexSyntaxError.Code {
  /// The fault, in one sentence.
  var reason: String { texts.reason }

  /// The remedy, in one sentence.
  var remedy: String { texts.remedy }

  private var texts: (reason: String, remedy: String) {
    textsOfGroups ?? textsOfQuantifiers ?? textsOfEscapes ?? textsOfClasses ?? textsOfTheRest
  }

  private var textsOfGroups: (reason: String, remedy: String)? {
    switch self {
    case .capturingGroup:
      ("A group in a regular expression must not capture.", "Write '(?:…)' instead of '(…)'.")
    case .unterminatedGroup:
      ("A group is not closed.", #"Add the missing ')', or write '\(' for the character."#)
    case .unmatchedParenthesis:
      ("A ')' closes nothing.", #"Write '\)' for the character, or remove it."#)
    case .atomicGroup:
      ("JavaScript has no atomic groups.", "Write '(?:…)'; routes take '(?>…)', components do not.")
    case .branchReset:
      ("JavaScript has no branch resets.", "Write '(?:…)' instead of '(?|…)'.")
    case .callout:
      ("Callouts are not allowed.", "Remove '(?C…)'.")
    case .comment:
      ("JavaScript has no comments in regular expressions.", "Remove '(?#…)'.")
    case .conditional:
      ("JavaScript has no conditional groups.", "Write the two cases as '(?:…|…)'.")
    case .foreignNamedGroup:
      ("JavaScript does not name groups in this way.", "Write '(?<name>…)'.")
    case .inlineOptions:
      (
        "Options within a regular expression are not allowed.",
        "Remove them; letter case is an option of the whole pattern, and of all routes of a router."
      )
    case .recursion:
      ("JavaScript has no recursion.", "Write out the levels that are needed.")
    case .unknownGroupKind:
      (
        "This kind of group does not exist.",
        "Write '(?:…)', '(?=…)', '(?!…)', '(?<=…)', '(?<!…)' or '(?<name>…)'."
      )
    case .verb:
      (
        "Verbs are not allowed, nor is a group that begins with '*'.",
        #"Write '\(\*' for the text."#
      )
    case .invalidGroupName:
      (
        "The name of a group is no identifier.",
        "Write letters, digits, '_' and '$', not a digit first, and close the name with '>'."
      )
    case .duplicateGroupName:
      ("Two groups have the same name.", "Rename one of them.")
    case .lookbehindLength:
      (
        "An alternative of a lookbehind may match texts of several lengths.",
        "Write the lengths out as alternatives of the lookbehind, '(?<=a|bc)'."
      )
    default: nil
    }
  }

  private var textsOfQuantifiers: (reason: String, remedy: String)? {
    switch self {
    case .nothingToRepeat:
      (
        "A quantifier has nothing before it to repeat.",
        "Put a backslash before it for the character."
      )
    case .doubledQuantifier:
      (
        "A quantifier follows another one.",
        "Remove one of them, or put a group between: '(?:a+)*'."
      )
    case .possessiveQuantifier:
      (
        "JavaScript has no possessive quantifiers.",
        "Remove the '+'; routes take it, components do not."
      )
    case .quantifiedAssertion:
      ("An assertion cannot be repeated.", "Remove the quantifier.")
    case .unescapedBrace:
      (
        "A brace is no part of a quantifier.",
        #"Write '\{' or '\}' for the character, or '{n}', '{n,}' or '{n,m}'."#
      )
    case .missingLowerBound:
      ("A quantifier has no lower bound.", "Write '{0,n}'.")
    case .boundsOutOfOrder:
      ("The lower bound of a quantifier is above the upper one.", "Swap the bounds.")
    case .boundTooLarge:
      ("A bound of a quantifier is above 65535.", "Write a smaller bound, or none: '{n,}'.")
    default: nil
    }
  }

  private var textsOfEscapes: (reason: String, remedy: String)? {
    switch self {
    case .trailingBackslash:
      ("A backslash ends the regular expression.", #"Write '\\' for the character."#)
    case .quotedLiteral:
      (#"JavaScript has no '\Q…\E'."#, "Put a backslash before each special character.")
    case .singleByte:
      (#"The escape '\C' is not allowed."#, "Write '.' for any character.")
    case .foreignAnchor:
      (#"JavaScript has no '\A', '\Z', '\z' and '\G'."#, "Write '^' or '$', or nothing.")
    case .foreignClass:
      (
        #"JavaScript has no '\h', '\H', '\R', '\X', '\N' and '\V'."#,
        #"Write the characters as a class, as '[\t ]', or '.' for any."#
      )
    case .foreignEscape:
      (#"JavaScript has no '\a', '\e' and '\o'."#, #"Write the code of the character: '\x1B'."#)
    case .foreignReference:
      ("JavaScript does not write back references in this way.", #"Write '\k<name>'."#)
    case .matchReset:
      (#"JavaScript has no '\K'."#, "Write '(?<=…)' around what stands before it.")
    case .unknownEscape:
      ("This escape does not exist.", "Remove the backslash.")
    case .octalEscape:
      (
        "Octal escapes do not exist, nor do back references in classes.",
        #"Write '\x00' with the code."#
      )
    case .invalidControlEscape:
      (#"A letter must follow '\c'."#, #"Write '\cJ', or better '\x0A'."#)
    case .invalidHexEscape:
      (#"Two hexadecimal digits must follow '\x'."#, #"Write '\x2D', for example."#)
    case .invalidUnicodeEscape:
      (
        #"Four hexadecimal digits, or a code point in braces, must follow '\u'."#,
        #"Write '\u002D' or '\u{2D}', for example."#
      )
    case .malformedProperty:
      ("The name of a property must follow in braces.", #"Write '\p{L}' or '\p{Script=Latin}'."#)
    case .unknownProperty:
      (
        "JavaScript does not know this property.",
        #"Write a name of the Unicode standard in its letter case, as '\p{Letter}'."#
      )
    default: nil
    }
  }

  private var textsOfClasses: (reason: String, remedy: String)? {
    switch self {
    case .unterminatedClass:
      ("A class is not closed.", #"Add the missing ']', or write '\[' for the character."#)
    case .unmatchedBracket:
      ("A ']' closes nothing.", #"Write '\]' for the character, or remove it."#)
    case .unescapedInClass:
      ("This character needs a backslash in a class.", #"Write '\-', '\/', '\(' and the like."#)
    case .doubledPunctuator:
      (
        "Doubled punctuation is reserved in a class.",
        "Write the character once, or with a backslash."
      )
    case .rangeOutOfOrder:
      ("A range of a class ends before it begins.", "Swap its ends.")
    case .rangeOfClass:
      ("A range of a class needs a single character at each end.", #"Write '\-' for the hyphen."#)
    case .mixedSetOperators:
      (
        "The operators '--' and '&&' take single operands and cannot be mixed.",
        "Put each operand into brackets of its own: '[[a-z]--[aeiou]]'."
      )
    case .missingOperand:
      ("An operator in a class lacks an operand.", "Write one on each side, as '[[a-z]--b]'.")
    case .posixClass:
      (
        "JavaScript has no POSIX classes: this would be a class of its letters.",
        #"Write a property, as '\p{Alphabetic}', or the characters, as '[a-zA-Z]'."#
      )
    case .malformedStrings:
      (#"Alternatives in braces must follow '\q'."#, #"Write '\q{a|b}'."#)
    case .stringInClass:
      (
        "An alternative of a class is longer than one character.",
        "Write it outside of the class: '(?:[a-c]|def)'."
      )
    case .negatedStrings:
      ("A negated class cannot hold texts.", "Remove what is not a single character.")
    default: nil
    }
  }

  private var textsOfTheRest: (reason: String, remedy: String) {
    switch self {
    case .notASCII:
      ("A regular expression must be ASCII.", "Write the character percent-encoded.")
    case .nestingTooDeep:
      ("Groups and classes are nested too deep.", "Flatten them.")
    case .malformedReference:
      (#"A name must follow '\k'."#, #"Write '\k<name>'."#)
    case .unknownReference:
      (
        "A back reference names a group that does not exist.",
        "Name a group of the same regular expression."
      )
    case .referenceOutside:
      (
        "A back reference leads out of its regular expression.",
        "Refer to a named group within it, by its name."
      )
    case .referenceInLookbehind:
      (
        "Back references and lookbehinds do not go together.",
        "Put the reference and its group outside."
      )
    case .referenceToResetGroup:
      (
        "A back reference leads to a group that may be left out in a later round.",
        "Let every round of the repetition set the group, or repeat without it."
      )
    default:
      (
        "An anchor stands within a value, which is matched in full anyway.",
        "Remove '^' and '$'; to look ahead to the end of the value is not possible."
      )
    }
  }
}
