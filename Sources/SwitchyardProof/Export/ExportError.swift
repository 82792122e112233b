/// The reasons that routes cannot be written in a form, which would otherwise lose some of them.
public struct ExportError: Error, Sendable {
  /// The meanings that cannot be said, route by route.
  public let notes: [ExportNote]

  init(_ notes: [ExportNote]) { self.notes = notes }
}

extension ExportError: CustomStringConvertible {
  /// The routes and the reasons, one in each line.
  public var description: String { notes.map(\.description).joined(separator: "\n") }
}
