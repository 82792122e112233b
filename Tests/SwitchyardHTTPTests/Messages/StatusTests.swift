import SwitchyardHTTP
import Testing

/// Statuses of codes that come in at run time.
@Suite struct StatusTests {
  @Test(arguments: [100, 200, 404, 499, 999]) func `three digits make one`(_ code: Int) throws {
    let status = try #require(ResponseStatus(exactly: code))
    #expect(status.code == code)
    #expect(status.reason == ResponseStatus(code: code).reason)
    #expect(ResponseStatus(exactly: code, reason: "Why\r\nnot")?.reason.contains("\r") == false)
  }

  @Test(arguments: [.min, -1, 0, 99, 1000, .max]) func `others make none`(_ code: Int) {
    #expect(ResponseStatus(exactly: code) == nil)
  }
}
