import SwitchyardProof

/// A difference between a document and a manifest, or a note, as it is shown.
struct DocumentFinding: Encodable, Equatable {
  let kind: String
  let severity: String
  /// The file, line and byte, if there are any.
  let place: String?
  /// The method and path, or the route.
  let subject: String
  let message: String
  /// A target that shows it, if there is one.
  let example: String?

  var isError: Bool { severity == "error" }

  /// All of it but the place, in one line.
  var text: String { "\(subject): \(message)\(example.map { " For example \($0)." } ?? "")" }

  init(_ difference: OpenAPIDifference, at place: String?) {
    kind = difference.kind.rawValue
    severity = difference.isSure ? "error" : "note"
    self.place = place
    subject = difference.operation
    message = difference.message
    example = difference.example?.description
  }

  /// Takes a note on a route that no document says.
  init(_ note: ExportNote, at place: String?) {
    kind = "unsaid"
    severity = "note"
    self.place = place
    subject = "\(note.route)"
    message = note.message
    example = nil
  }
}
