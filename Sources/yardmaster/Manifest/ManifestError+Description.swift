import RoutePatterns
import SwitchyardHTTP
import SwitchyardSystem

extension ManifestError: CustomStringConvertible {
  /// The most mistakes that are shown.
  private static let mostShown = 20

  /// Each mistake with its place, and their number if there are several.
  var description: String {
    let all = [self] + others
    guard all.count > 1 else { return message }
    let shown = all.prefix(Self.mostShown).map(\.message).joined(separator: "\n")
    let rest = all.count - Self.mostShown
    let count = "\(all.count) errors\(all.count == Self.most ? ", or more" : "")"
    return "\(shown)\n\(rest > 0 ? "and \(rest) more: " : "")\(count)."
  }

  /// The file, line and byte, the fault and its remedy, and the line with a caret.
  private var message: String {
    guard let place else { return "\(fileName): error: \(reason)" }
    // A pattern within JSON has escapes of its own: the message shows the pattern as it was read.
    let head = "\(fileName):\(place.line):\(place.column): error: \(reason)"
    if case .pattern(let error) = code, !isWritten(error, at: place) {
      return "\(head)\n\(CaretDiagram(error.text, offset: error.offset))"
    }
    return "\(head)\n\(CaretDiagram(utf8: place.excerpt, offset: place.offset))"
  }

  private var fileName: String {
    if file.isAddress { return file.quotedFile }
    return file == "-" ? "standard input" : file.excerpt
  }

  /// Whether the line has the pattern's text around the fault as it is in the pattern.
  private func isWritten(_ error: PatternError, at place: ManifestPlace) -> Bool {
    let ahead = error.text.utf8.dropFirst(error.offset).prefix(32)
    return place.excerpt.dropFirst(place.offset).starts(with: ahead)
      && place.excerpt[..<place.offset].reversed()
        .starts(with: error.text.utf8.prefix(error.offset).suffix(32).reversed())
  }

  private var reason: String {
    switch code {
    case .unreadable where file.isAddress:
      "This is an address, and the name of a file is expected here; give the file of the routes."
    case .unreadable(let number): "\(String(cString: strerror(number)))."
    case .tooLarge:
      "At most \(RouteManifest.Limits.size >> 20) MiB are read, and this has more; split it."
    case .noRoutes:
      "There are no routes here; write one in each line, such as GET /books/:id."
    case .tooManyRoutes:
      "A manifest may have \(RouteManifest.Limits.routes) routes; write several manifests."
    case .invalidUTF8: "The bytes here are not UTF-8; write it as UTF-8."
    case .controlCharacter: "A control character stands here; remove it."
    case .crowdedMarks:
      "This line has a letter with more than \(String.markLimit) marks that combine with it; leave "
        + "some out."
    case .unknownMethod(let word, let suggestion, let possible):
      "\(word.quotedExcerpt) is no method.\(suggestion.map { " Did you mean \($0.quoted)?" } ?? "")"
        + " Write one of \(possible.joined(separator: ", ")), or another registered method."
    case .missingPattern: "A pattern is missing behind the method."
    case .secondName:
      "A name stands before this already; write a tag as @Tag, and a space in a pattern as %20."
    case .missingTag: "An at sign begins a tag, and no name stands behind it."
    case .taggedGuard: "A guard has no tags, for it stands before lookups of all tags; remove this."
    case .exceptedFromNone: "Only guards have exceptions; remove this, or write GUARD in front."
    case .missingException:
      "An exclamation mark begins an exception, as !/login or !POST:/users, and no pattern stands "
        + "behind it."
    case .exceptedMethods:
      "An exception is a pattern, behind methods and one space if it is for these alone, as "
        + "\"GET,POST /users\"; write a space of the pattern as %20."
    case .accessOfNone:
      "Only maps and fallbacks have an access, or notes; remove this."
    case .secondAccess:
      "Who may come to the route stands before this already; remove one of the two."
    case .mistypedAccess:
      "This is nearly an access; write public:\"the load balancer\", or requires:card,staff for "
        + "guards."
    case .missingAccess:
      "Behind public: stands the reason, as public:\"the load balancer\", and behind requires: the "
        + "names of guards, as requires:card,staff."
    case .openQuotation: "This quotation mark is not closed; write another behind the text."
    case .textBehindQuotation: "Something stands behind the quotation mark; write a space between."
    case .longName:
      "Names and tags may have \(RouteManifest.Limits.nameLength) bytes each; shorten this."
    case .pattern(let error):
      // The place of the message says where, counted from the start of the line.
      String("\(error)".prefix { $0 != "\n" }).replacing(" at byte \(error.offset)", with: "")
    case .json(let fault): "This is no JSON: \(fault.text)."
    case .document(let text): text.printable
    case .listing(let fault): fault.text
    }
  }
}

extension ManifestError.ListingFault {
  fileprivate var text: String {
    switch self {
    case .array: "A manifest in JSON is an array of routes."
    case .object: "A route is an object with \"kind\" and \"pattern\"."
    case .missing(let key): "The route has no \(key.quotedExcerpt)."
    case .text: "A text has to stand here."
    case .number: "A whole number has to stand here."
    case .truth: "true or false has to stand here."
    case .kind: "A kind is one of guard, proxy, middleware, map, fallback."
    case .identifier: "An identifier is a UUID, such as 5B1C3B1E-0F51-4E5A-9C39-3C1C8E3C2A11."
    case .tag: "A tag is a text, or an object such as {\"method\": \"GET\"}."
    case .tags: "Tags are an array."
    case .exceptions: "Exceptions are an array."
    case .access:
      "An access is {\"public\": \"REASON\"} or {\"requires\": [\"GUARD\"]} and no more, with a reason "
        + "or names that are not blank."
    case .notes:
      "Notes are an object with texts as \"summary\", \"description\" and \"sunset\", and true or "
        + "false as \"deprecated\"."
    case .sunset: "A sunset is a day, such as 2027-06-30."
    case .method: "A method is a token, such as GET or PROPFIND."
    case .other(let text): "This cannot be read: \(text.excerpt)"
    }
  }
}
