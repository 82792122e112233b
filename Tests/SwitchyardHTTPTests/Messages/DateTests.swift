import SwitchyardHTTP
import Testing

@Suite struct DateTests {
  @Test(arguments: [
    (0, "Thu, 01 Jan 1970 00:00:00 GMT"), (784_111_777, "Sun, 06 Nov 1994 08:49:37 GMT"),
    (951_782_399, "Mon, 28 Feb 2000 23:59:59 GMT"), (951_782_400, "Tue, 29 Feb 2000 00:00:00 GMT"),
    (951_868_800, "Wed, 01 Mar 2000 00:00:00 GMT"),
    (4_107_542_400, "Mon, 01 Mar 2100 00:00:00 GMT"),
    (1_735_689_599, "Tue, 31 Dec 2024 23:59:59 GMT"),
    (253_402_300_799, "Fri, 31 Dec 9999 23:59:59 GMT"),
  ])
  func `a date is written and read as RFC 9110 has it`(_ seconds: Int, _ text: String) {
    #expect("\(HTTPDate(seconds: seconds))" == text)
    #expect(HTTPDate(parsing: text)?.seconds == seconds)
  }

  @Test func `each day is read as it was written`() {
    for day in 0..<80_000 {
      let date = HTTPDate(seconds: day * 86400 + day % 86400)
      guard HTTPDate(parsing: date.description) != date else { continue }
      Issue.record("\(date.seconds): \(date)")
    }
  }

  @Test(arguments: [
    "", "Sun, 06 Nov 1994 08:49:37", "Sun, 06 Nov 1994 08:49:37 UTC",
    "Mon, 06 Nov 1994 08:49:37 GMT",
    "Sun, 31 Feb 1994 08:49:37 GMT", "Sun, 06 Nov 1994 24:49:37 GMT",
    "Sun, 6 Nov 1994 08:49:37 GMT",
    "Sunday, 06-Nov-94 08:49:37 GMT", "Sun Nov  6 08:49:37 1994", "Sun, 06 Nov 94 08:49:37 GMT",
    "Sun, +6 Nov 1994 08:49:37 GMT", "Sun, 06 Nov 1969 08:49:37 GMT",
    "Sun, 06 Nov 1994 08:49:37 GMT ",
  ])
  func `what is no such date is none`(_ text: String) {
    #expect(HTTPDate(parsing: text) == nil)
  }

  @Test func `what is out of reach is the nearest date that is not`() {
    #expect(HTTPDate(seconds: -1).seconds == 0)
    #expect(HTTPDate(seconds: .max) == HTTPDate(seconds: 253_402_300_799))
    #expect(HTTPDate.now > HTTPDate(seconds: 1_700_000_000))
  }
}
