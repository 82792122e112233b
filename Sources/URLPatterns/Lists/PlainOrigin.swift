/// A scheme of at most eight letters and no port, which most patterns of URLs ask for: in a list of
/// many, its matchers would have to be fetched from as many places of the memory.
struct PlainOrigin: Sendable {
  /// The letters, the first the lowest.
  private let letters: UInt64
  private let length: UInt8

  /// That of a pattern; `nil` where it asks for more besides host and path, or for less.
  init?(_ pattern: URLPattern.Storage) {
    let (scheme, port) = (URLPatternComponent.protocol, URLPatternComponent.port)
    let others =
      pattern.demands & ~(URLPatternComponent.hostname.bit | URLPatternComponent.pathname.bit)
    guard others == scheme.bit | port.bit, pattern.matchers[port.index].literal == [],
      let text = pattern.matchers[scheme.index].literal, text.count <= 8
    else { return nil }
    letters = text.reversed().reduce(0) { $0 << 8 | UInt64($1) }
    length = UInt8(text.count)
  }

  /// Whether a URL has it.
  @inline(__always)
  func matches(_ address: borrowing WebAddress) -> Bool {
    let scheme = address.range(of: .protocol)
    guard scheme.count == Int(length), address.range(of: .port).isEmpty else { return false }
    return address.text.withBytes { text in
      var letters = letters
      for index in scheme {
        guard text[index] == UInt8(truncatingIfNeeded: letters) else { return false }
        letters >>= 8
      }
      return true
    }
  }
}
