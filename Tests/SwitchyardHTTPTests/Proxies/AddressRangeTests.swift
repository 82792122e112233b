@testable import SwitchyardHTTP
import Testing

@Suite struct AddressRangeTests {
  @Test(arguments: [
    ("10.0.0.1", "10.0.0.1"),
    ("10.0.0.1/32", "10.0.0.1"),
    ("10.0.0.0/8", "10.0.0.0/8"),
    ("0.0.0.0/0", "0.0.0.0/0"),
    ("::1", "::1"),
    ("2001:DB8:0:0::/32", "2001:db8::/32"),
    ("::/0", "::/0"),
    ("::ffff:10.0.0.1", "10.0.0.1"),
    ("::ffff:a00:0/104", "10.0.0.0/8"),
    ("::ffff:0:0/96", "0.0.0.0/0"),
  ])
  func `a range has one text`(_ text: String, _ canonical: String) throws {
    let range = try AddressRange(parsing: text)
    #expect("\(range)" == canonical)
    #expect(try AddressRange(parsing: canonical) == range)
  }

  @Test(arguments: [
    ("", AddressRangeError.Code.noAddress), (" 10.0.0.1", .noAddress), ("10.0.0.1 ", .noAddress),
    ("10.0.0", .noAddress), ("10.0.0.256", .noAddress), ("010.0.0.1", .noAddress),
    ("0x0a000001", .noAddress), ("167772161", .noAddress), ("localhost", .noAddress),
    ("[::1]", .noAddress), ("10.0.0.1:80", .noAddress), ("fe80::1%eth0", .noAddress),
    ("10.0.0.1\0", .noAddress), ("/8", .noAddress), ("1::2::3", .noAddress),
    ("10.0.0.0/", .badLength), ("10.0.0.0/33", .badLength), ("10.0.0.0/+8", .badLength),
    ("10.0.0.0/-1", .badLength), ("10.0.0.0/8/8", .badLength), ("10.0.0.0/0008", .badLength),
    ("10.0.0.0/255.0.0.0", .badLength), ("::/129", .badLength),
    ("10.0.0.0/99999999999999999999", .badLength), ("10.0.0.0/٨", .badLength),
    ("10.0.0.1/8", .bitsBehindLength), ("2001:db8::1/32", .bitsBehindLength),
    ("::ffff:0:0/95", .bitsBehindLength), ("10.0.0.1/0", .bitsBehindLength),
  ])
  func `what is no range is refused`(_ text: String, _ code: AddressRangeError.Code) {
    let error = #expect(throws: AddressRangeError.self) { try AddressRange(parsing: text) }
    #expect(error?.code == code)
    #expect(error?.text == text)
  }

  @Test func `errors name the text and the remedy`() {
    func message(_ text: String) -> String? {
      let error = #expect(throws: AddressRangeError.self) { try AddressRange(parsing: text) }
      return error?.description
    }
    #expect(
      message("proxy.example")
        == #""proxy.example" is no range of addresses. Write a numeric address without a zone or a "#
        + "port, such as 10.0.0.1 or fd00::1, or a range such as 10.0.0.0/8."
    )
    #expect(
      message("10.0.0.0/33")
        == #""10.0.0.0/33" has no number of bits behind the slash. Write one from 0 to 32."#
    )
    #expect(
      message("10.1.2.3/8")
        == #""10.1.2.3/8" names an address within the range that it means. Write the first, "#
        + "10.0.0.0/8, or leave out the slash if it is a single address."
    )
  }

  @Test(arguments: [
    ("10.0.0.0/8", "10.255.255.255", true), ("10.0.0.0/8", "11.0.0.0", false),
    ("10.0.0.0/8", "9.255.255.255", false), ("10.0.0.0/8", "::ffff:10.1.2.3", true),
    ("10.0.0.0/9", "10.128.0.0", false), ("10.0.0.4/31", "10.0.0.5", true),
    ("10.0.0.4/31", "10.0.0.6", false), ("10.0.0.1", "10.0.0.1", true),
    ("0.0.0.0/0", "255.255.255.255", true), ("0.0.0.0/0", "::1", false),
    ("::/0", "::1", true), ("::/0", "10.0.0.1", false), ("::/0", "::ffff:10.0.0.1", false),
    ("2001:db8::/32", "2001:db8:ffff::1", true), ("2001:db8::/32", "2001:db9::", false),
    ("2001:db8::/65", "2001:db8::7fff:0:0:1", true),
    ("2001:db8::/65", "2001:db8::8000:0:0:1", false),
    ("::1", "::2", false), ("::1", "::1", true), ("::10.0.0.1", "10.0.0.1", false),
    ("fe80::/10", "fe80::1", true), ("fe80::/10", "fe80::1%eth0", false),
    ("0.0.0.0/0", "", false), ("0.0.0.0/0", "10.0.0.1:80", false),
  ])
  func `a range contains what begins with its bits`(
    _ range: AddressRange,
    _ address: String,
    _ isContained: Bool
  ) {
    #expect(range.contains(address) == isContained)
  }

  @Test func `a literal that is no range stops the program`() async {
    await #expect(processExitsWith: .failure) { _ = "10.0.0.1/8" as AddressRange }
  }
}
