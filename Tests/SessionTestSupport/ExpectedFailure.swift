package import SessionStore
package import Testing

/// Expects that a store refuses something, and says for which reason and by its name.
package func failure(
  _ code: SessionStoreError.Code,
  of store: String? = nil,
  sourceLocation: SourceLocation = #_sourceLocation,
  _ body: () async throws -> Void
) async {
  do {
    try await body()
    Issue.record("there is no error", sourceLocation: sourceLocation)
  } catch let error as SessionStoreError {
    #expect(error.code == code, "\(error)", sourceLocation: sourceLocation)
    if let store { #expect(error.store == store, sourceLocation: sourceLocation) }
  } catch {
    Issue.record(error, sourceLocation: sourceLocation)
  }
}
