import RoutePatterns

/// An error thrown when a manifest cannot be read.
struct ManifestError: Error {
  enum Code {
    /// The file cannot be opened or read; the number is that of the C library.
    case unreadable(Int32)
    /// There are more bytes than a manifest, or a document, may have.
    case tooLarge
    /// There are more routes than a manifest may have.
    case tooManyRoutes
    /// There is no route.
    case noRoutes
    /// Bytes are not UTF-8.
    case invalidUTF8
    /// A control character stands in a line.
    case controlCharacter
    /// A letter of a line has more marks than it may have.
    case crowdedMarks
    /// A line begins with neither a method nor another keyword.
    case unknownMethod(String, suggestion: String?, possible: [String])
    /// A line ends behind its method.
    case missingPattern
    /// A line has two names.
    case secondName
    /// An at sign has no name behind it.
    case missingTag
    /// A guard has tags.
    case taggedGuard
    /// A route that is no guard has an exception.
    case exceptedFromNone
    /// An exclamation mark has no pattern behind it.
    case missingException
    /// An exception names methods as none can be.
    case exceptedMethods
    /// A route that is neither a map nor a fallback says who may come to it.
    case accessOfNone
    /// A line says twice who may come to a route.
    case secondAccess
    /// A word is nearly `public:` or `requires:`.
    case mistypedAccess
    /// No reason stands behind `public:`, or no name behind `requires:`.
    case missingAccess
    /// A quotation mark is not closed.
    case openQuotation
    /// Something stands directly behind a closing quotation mark.
    case textBehindQuotation
    /// A name, a tag or the label of a queue is too long.
    case longName
    /// A text is not a valid pattern.
    case pattern(PatternError)
    /// The text is not valid JSON.
    case json(JSONFault)
    /// It is no document of OpenAPI, or none that is understood.
    case document(String)
    /// It is valid JSON, but not a listing.
    case listing(ListingFault)
  }

  /// The kind of value that JSON should have had.
  enum ListingFault {
    case array
    case object
    case missing(String)
    case text
    case number
    case truth
    case kind
    case identifier
    case tag
    case tags
    case exceptions
    case method
    case access
    case notes
    case sunset
    case other(String)
  }

  let code: Code
  /// The name of the file, as it was given.
  let file: String
  /// The place in the file, if there is one.
  var place: ManifestPlace?
  /// The mistakes of other routes of the same manifest.
  var others: [ManifestError] = []

  init(_ code: Code, in file: String) {
    self.code = code
    self.file = file
  }

  /// The most mistakes that are looked for.
  static let most = 100

  /// Makes one error of the mistakes of a manifest; `nil` where there is none.
  init?(_ mistakes: [ManifestError]) {
    guard let first = mistakes.first else { return nil }
    self = first
    others = Array(mistakes.dropFirst())
  }
}
