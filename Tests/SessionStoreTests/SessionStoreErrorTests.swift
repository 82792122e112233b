import SessionStore
import Testing

@Suite struct SessionStoreErrorTests {
  @Test func `it names the store, the fault, the reason and a remedy`() {
    let error = SessionStoreError(.full, store: "/srv/sessions.db", reason: "disk is full")
    #expect(
      "\(error)"
        == "The sessions in /srv/sessions.db have no room left (disk is full). "
        + "Make room on its disk, or raise its limit."
    )
  }

  /// The words are for files and for servers.
  @Test func `what can only be read has a remedy of its own for a server`() {
    let error = SessionStoreError(.readOnly, store: "host=db", reason: "read-only transaction")
    #expect(
      "\(error)"
        == "The sessions in host=db can only be read (read-only transaction). "
        + "Let this program write the file and its folder; "
        + "of a server, name one that is not a standby."
    )
  }

  @Test(arguments: [
    SessionStoreError.Code.unreachable, .busy, .full, .readOnly, .otherSchema, .damaged, .failed,
  ])
  func `its codes are found by their names`(_ code: SessionStoreError.Code) {
    #expect(SessionStoreError.Code(rawValue: code.rawValue) == code)
    #expect("\(code)" == code.rawValue)
  }
}
