import RoutePatterns
import Testing

/// What a rejected input says of itself.
@Suite struct RouteTargetErrorTests {
  struct ErrorCase: Sendable, CustomTestStringConvertible {
    let input: String
    let expected: String
    var testDescription: String { input }
  }

  @Test(arguments: [
    ErrorCase(
      input: "/a/%zz",
      expected: """
        The target has a percent sign without two hexadecimal digits after it (byte 3). \
        Write a percent sign that is data as %25.
        /a/%zz
           ^
        """
    ),
    ErrorCase(
      input: "/a\nb",
      expected: """
        The target holds a control character (byte 2). \
        Remove it; neither raw nor escaped is it part of a route.
        /a\\x0Ab
          ^
        """
    ),
    ErrorCase(
      input: "mailto:a@b",
      expected: """
        The target has a scheme without two slashes after its colon (byte 6). \
        Write `scheme://` for a URL, or %3A for a colon in the first segment.
        mailto:a@b
              ^
        """
    ),
    ErrorCase(
      input: "app://h:80/x",
      expected: """
        The target has a port, though it is a deep link (byte 7). \
        Remove it; the host of a deep link is the first segment of its path.
        app://h:80/x
               ^
        """
    ),
  ])
  func `a fault is named with its place and its remedy`(row: ErrorCase) {
    let error = #expect(throws: RouteTargetError.self) { try RouteTarget(row.input) }
    #expect(error?.description == row.expected)
  }

  @Test func `a fault of the Host header points into its value`() {
    let error = hostError(["a b"])
    #expect(error?.place == .hostHeader)
    #expect(
      error?.description == """
        The Host header has no valid host (byte 1). \
        Use letters, digits, `-`, `.` and `_`, or an IPv6 address in brackets; only an \
        IPv4 address ends in a number.
        a b
         ^
        """
    )
  }

  @Test func `Host headers are one in number`() {
    #expect(
      hostError([])?.description == "The Host header is missing. Send one; HTTP/1.1 requires it."
    )
    #expect(hostError(["h", "h"])?.code == .severalHosts)
    #expect(hostError([""])?.code == .badHost)
    #expect(hostError(["h:99999"])?.code == .badPort)
    #expect(hostError(["u@h"])?.code == .userInfo)
    #expect(hostError(["h/x"])?.code == .badHost)
    #expect(hostError(["h#x"])?.code == .badHost)
  }

  @Test func `Host headers are checked beside a whole URL`() {
    #expect(hostError([], target: "http://v/")?.code == .missingHost)
    #expect(hostError(["a", "b"], target: "http://v/")?.code == .severalHosts)
    #expect(hostError(["a b"], target: "http://v/")?.place == .hostHeader)
    #expect(hostError(["a"], target: "http://v/") == nil)
  }

  @Test func `a huge input leaves a small error`() {
    let text =
      "/" + String(repeating: "é", count: 3000) + "%zz" + String(repeating: "x", count: 3000)
    let error = #expect(throws: RouteTargetError.self) { try RouteTarget(text) }
    #expect(error?.code == .badEscape)
    #expect(error?.offset == 6001)
    #expect(error?.excerpt.count == 320)
    #expect(
      error?.description == """
        The target has a percent sign without two hexadecimal digits after it (byte 6001). \
        Write a percent sign that is data as %25.
        …\(String(repeating: "é", count: 36))%zz\(String(repeating: "x", count: 33))…
        \(String(repeating: " ", count: 37))^
        """
    )
  }

  @Test func `an input beyond all measure is not read`() {
    let error = #expect(throws: RouteTargetError.self) {
      try RouteTarget(utf8: repeatElement(UInt8(ascii: "/"), count: 1 << 40))
    }
    #expect(error?.code == .tooLong)
    #expect(error?.offset == 3 * 8192)
  }

  private func hostError(_ hosts: [String], target: String = "/") -> RouteTargetError? {
    do {
      _ = try RouteTarget(requestTarget: target.utf8, scheme: .http, hosts: hosts)
      return nil
    } catch {
      return error
    }
  }
}
