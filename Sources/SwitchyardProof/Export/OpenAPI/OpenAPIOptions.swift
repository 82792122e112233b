/// The words of a document that routes do not say.
public struct OpenAPIOptions: Hashable, Sendable {
  /// The name of the API.
  public var title: String
  /// The version of the API, and not that of OpenAPI.
  public var version: String
  /// The ways to satisfy guards, by the names of the guards.
  public var security: [String: OpenAPISecurityScheme]

  /// Makes options; a guard without a scheme stands as a key in the field `Authorization`.
  public init(
    title: String = "Routes",
    version: String = "1.0.0",
    security: [String: OpenAPISecurityScheme] = [:]
  ) {
    self.title = title
    self.version = version
    self.security = security
  }
}
