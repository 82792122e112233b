/// A form in which routes are written for another program.
///
///     let exported = try ExportFormat.nginx.export(routes)
///     print(exported.text)
public struct ExportFormat: Sendable {
  /// The word by which it is asked for.
  public let name: String
  /// The purpose of what is written, in a few words.
  public let summary: String
  private let write: @Sendable (ListedRoutes) throws(ExportError) -> ExportedRoutes

  init(
    _ name: String,
    _ summary: String,
    write: @escaping @Sendable (ListedRoutes) throws(ExportError) -> ExportedRoutes
  ) {
    self.name = name
    self.summary = summary
    self.write = write
  }

  /// Writes routes.
  ///
  /// - Throws: `ExportError` with all that the form cannot say.
  public func export(_ routes: ListedRoutes) throws(ExportError) -> ExportedRoutes {
    try write(routes)
  }
}

extension ExportFormat {
  /// All forms, in the order of the tool's help.
  public static let all: [ExportFormat] = [
    .nginx, .haproxy, .caddy, .envoy, .httpRoute, .openAPI(),
  ]
}
