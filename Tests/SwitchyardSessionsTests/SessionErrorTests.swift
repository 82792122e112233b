import SessionStore
import Testing

@testable import SwitchyardSessions

@Suite struct SessionErrorTests {
  private static let session = SessionIdentifier.random().key

  /// Whoever reads a log is to find the session, and knows what to do.
  @Test(arguments: [
    (SessionError.Code.ended, "has ended. Begin a new one."),
    (.conflict, "is changed by other requests each time that a step is made. Try again."),
    (.unreadable, "cannot be read. Run the version that has written it, or remove the session."),
    (
      .tooLarge,
      "has grown too large. Keep large data elsewhere, or raise the sizeLimit of Sessions."
    ),
    (
      .otherRequest,
      "has answered another request that had the key of this one. Give each request a key of its own."
    ),
  ])
  func `it names the session, the fault and a remedy`(_ code: SessionError.Code, _ text: String) {
    let error = SessionError(code, of: Self.session)
    #expect("\(error)" == "The \(Self.session) \(text)")
    #expect(error.session == Self.session)
  }
}
