import SessionStore

extension Sessions {
  /// Returns the visitor of a cookie, with what is kept of them now, or `nil` if there is nothing.
  func visitor(of cookie: String?, in records: VisitorRecords) async throws -> Visitor? {
    guard let cookie, let id = SessionIdentifier(cookie) else { return nil }
    let known = visitor(cookie)
    let visitor = known ?? Visitor(id, in: records)
    guard try await visitor.refresh() else {
      // Another server may have ended the session.
      if let known { close(of: known) }
      return nil
    }
    if let known { return known }
    return admit(visitor, as: cookie, isSignedIn: await visitor.facts.isSignedIn)
  }

  /// Lets a new visitor in.
  func open(in records: VisitorRecords) async throws -> (id: String, visitor: Visitor) {
    let id = try await records.begin()
    return open(Visitor(id, in: records), as: id.text)
  }
}
