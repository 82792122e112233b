/// Routes as they are written for another program.
public struct ExportedRoutes: Hashable, Sendable {
  /// The text for a file.
  public var text: String
  /// Remarks on routes that are written otherwise than the others, such as one that is left to the
  /// app; nothing is lost by them.
  public var notes: [ExportNote]

  init(_ text: String, notes: [ExportNote] = []) {
    self.text = text
    self.notes = notes
  }
}
