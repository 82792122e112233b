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

  @Test(arguments: [
    SessionStoreError.Code.unreachable, .busy, .full, .readOnly, .otherSchema, .damaged, .failed,
  ])
  func `its codes are found by their names`(_ code: SessionStoreError.Code) {
    #expect(SessionStoreError.Code(rawValue: code.rawValue) == code)
    #expect("\(code)" == code.rawValue)
  }
}
