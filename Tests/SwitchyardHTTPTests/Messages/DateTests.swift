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
    (-1, "Wed, 31 Dec 1969 23:59:59 GMT"), (-5_097_600, "Mon, 03 Nov 1969 00:00:00 GMT"),
    (-62_135_596_800, "Mon, 01 Jan 0001 00:00:00 GMT"),
  ])
  func `a date is written and read as RFC 9110 has it`(_ seconds: Int, _ text: String) {
    #expect("\(HTTPDate(seconds: seconds))" == text)
    #expect(HTTPDate(parsing: text)?.seconds == seconds)
  }

  @Test(arguments: [
    ("Sunday, 06-Nov-94 08:49:37 GMT", "Sun, 06 Nov 1994 08:49:37 GMT"),
    ("Sun Nov  6 08:49:37 1994", "Sun, 06 Nov 1994 08:49:37 GMT"),
    ("Wed Nov 16 08:49:37 1994", "Wed, 16 Nov 1994 08:49:37 GMT"),
    // A year of two digits is at most 50 years ahead.
    ("Thursday, 31-Dec-26 23:59:59 GMT", "Thu, 31 Dec 2026 23:59:59 GMT"),
    ("Saturday, 31-Oct-76 00:00:00 GMT", "Sat, 31 Oct 2076 00:00:00 GMT"),
    ("Friday, 31-Dec-76 00:00:00 GMT", "Fri, 31 Dec 1976 00:00:00 GMT"),
    ("Saturday, 01-Jan-77 00:00:00 GMT", "Sat, 01 Jan 1977 00:00:00 GMT"),
    ("Tuesday, 29-Feb-00 00:00:00 GMT", "Tue, 29 Feb 2000 00:00:00 GMT"),
  ])
  func `the forms of old are read`(_ text: String, _ today: String) throws {
    let now = try #require(HTTPDate(parsing: "Sun, 22 Nov 2026 19:00:00 GMT"))
    #expect(HTTPDate(parsing: text, now: now)?.description == today)
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
    "Sun, 06-Nov-94 08:49:37 GMT", "Sunday, 06-Nov-1994 08:49:37 GMT",
    "Sunday, 6-Nov-94 08:49:37 GMT", "Monday, 06-Nov-94 08:49:37 GMT",
    "Sunday, 06-Nov-94 08:49:37 UTC", "Sunday 06-Nov-94 08:49:37 GMT",
    "Sun Nov 6 08:49:37 1994", "Sun Nov  06 08:49:37 1994", "Sun Nov 06 08:49:37 94",
    "Sun Nov  6 08:49:37 1994 GMT", "Sun, Nov  6 08:49:37 1994", "Sunday Nov  6 08:49:37 1994",
    "Sun, 06 Nov 94 08:49:37 GMT", "Sat, 01 Jan 0000 00:00:00 GMT",
    "Sun, +6 Nov 1994 08:49:37 GMT", "Sun, 06 Nov 1969 08:49:37 GMT",
    "Sun, 06 Nov 1994 08:49:37 GMT ",
  ])
  func `what is no such date is none`(_ text: String) {
    #expect(HTTPDate(parsing: text) == nil)
  }

  @Test func `what is out of reach is the nearest date that is not`() {
    #expect(HTTPDate(seconds: .min) == HTTPDate(seconds: -62_135_596_800))
    #expect(HTTPDate(seconds: .max) == HTTPDate(seconds: 253_402_300_799))
    #expect(HTTPDate.now > HTTPDate(seconds: 1_700_000_000))
  }
}
