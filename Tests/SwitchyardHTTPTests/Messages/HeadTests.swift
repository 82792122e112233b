import Synchronization
import Testing

@testable import SwitchyardHTTP

@Suite struct HeadTests {
  private final class Asked: Sendable {
    let times = Atomic(0)

    func text() -> String { "192.0.2.\(times.add(1, ordering: .relaxed).newValue)" }
  }

  @Test func `the text of an address is made when somebody asks for it`() {
    let asked = Asked()
    var head = RequestHead(.get, "/")
    head.setRemoteAddress { asked.text() }
    let copy = head
    #expect(asked.times.load(ordering: .relaxed) == 0)
    #expect(head.remoteAddress == "192.0.2.1")
    #expect(copy.remoteAddress == "192.0.2.2")
  }

  @Test func `an address that is set takes the place of one that would be made`() {
    var head = RequestHead(.get, "/")
    head.setRemoteAddress { "192.0.2.1" }
    head.remoteAddress = nil
    #expect(head.remoteAddress == nil)
    head.remoteAddress = "192.0.2.7"
    #expect(head.remoteAddress == "192.0.2.7")
  }
}
