/// An error thrown when a regular expression of a user is refused, with its place.
struct RegexSyntaxError: Error, Hashable, Sendable {
  var code: Code
  /// The byte, counted from the start of the regex, at which the refused construct begins.
  var offset: Int

  enum Code: Hashable, Sendable, CaseIterable {
    // The text as a whole.
    case notASCII
    case nestingTooDeep
    case trailingBackslash

    // Groups.
    case capturingGroup
    case unterminatedGroup
    case unmatchedParenthesis
    case atomicGroup
    case branchReset
    case callout
    case comment
    case conditional
    case foreignNamedGroup
    case inlineOptions
    case recursion
    case unknownGroupKind
    case verb
    case invalidGroupName
    case duplicateGroupName
    case lookbehindLength

    // Quantifiers.
    case nothingToRepeat
    case doubledQuantifier
    case possessiveQuantifier
    case quantifiedAssertion
    case unescapedBrace
    case missingLowerBound
    case boundsOutOfOrder
    case boundTooLarge

    // Escapes.
    case quotedLiteral
    case singleByte
    case foreignAnchor
    case foreignClass
    case foreignEscape
    case foreignReference
    case matchReset
    case unknownEscape
    case octalEscape
    case invalidControlEscape
    case invalidHexEscape
    case invalidUnicodeEscape
    case malformedProperty
    case unknownProperty

    // References.
    case malformedReference
    case unknownReference
    case referenceOutside
    case referenceInLookbehind
    case referenceToResetGroup

    // Classes.
    case unterminatedClass
    case unmatchedBracket
    case unescapedInClass
    case doubledPunctuator
    case rangeOutOfOrder
    case rangeOfClass
    case mixedSetOperators
    case missingOperand
    case posixClass
    case malformedStrings
    case stringInClass
    case negatedStrings

    // Anchors.
    case misplacedAnchor
  }
}
