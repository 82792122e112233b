extension ExportFormat {
  /// A document of OpenAPI 3.1.
  public static func openAPI(
    _ options: OpenAPIOptions = OpenAPIOptions()
  ) -> ExportFormat {
    ExportFormat("openapi", "a description for callers, in OpenAPI 3.1") { routes in
      let document = OpenAPIDocument(routes, options: options)
      return ExportedRoutes(document.json, notes: document.notes)
    }
  }
}
