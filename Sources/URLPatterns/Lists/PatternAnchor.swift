internal import RoutePatterns
internal import Synchronization

/// The first thing that an index tells patterns by: their host, as far as it is literal.
enum PatternAnchor {
  /// Any host.
  case any
  /// The host as a whole.
  case host([UInt8])
  /// The labels that the host ends with, from a dot on.
  case suffix([UInt8])

  init(_ pattern: URLPattern) {
    let (text, isAll) = pattern.compiled(.hostname).literalEnd
    let bytes = text.utf8.map(\.lowercasedASCII)
    self =
      if bytes.contains(UInt8(ascii: "/")) {
        .any
      } else if isAll {
        .host(bytes)
      } else if let dot = bytes.firstIndex(of: UInt8(ascii: ".")) {
        .suffix(Array(bytes[dot...]))
      } else {
        .any
      }
  }

  /// The text of the segment that stands before the path.
  var bytes: [UInt8] {
    switch self {
    case .any: [UInt8(ascii: "*")]
    case .host(let text): [UInt8(ascii: "=")] + text
    case .suffix(let text): text
    }
  }

  /// A bit for each kind.
  fileprivate var kind: UInt8 {
    switch self {
    case .any: 1
    case .host: 2
    case .suffix: 4
    }
  }
}

/// The kinds of anchors that patterns of a list have, or had.
final class UsedAnchors: Sendable {
  private let kinds = Atomic<UInt8>(0)

  /// Takes note of an anchor, before a reader can see its pattern.
  func use(_ anchor: PatternAnchor) {
    kinds.bitwiseOr(anchor.kind, ordering: .releasing)
  }

  /// Calls a closure with each text that a pattern of a URL may be found under: the anchor behind
  /// a slash, and the path, in lower case.
  func forEachText(of address: WebAddress, _ body: (UnsafeRawBufferPointer) -> Void) {
    let used = kinds.load(ordering: .acquiring)
    let host = address[.hostname]
    let path = address[.pathname]
    let slash = UInt8(ascii: "/")
    // Room for a slash and an anchor's first byte, and for a slash before a path that has none.
    let end = 2 + host.count
    unsafe withUnsafeTemporaryAllocation(byteCount: end + 1 + path.count, alignment: 8) { text in
      var count = end
      for (place, byte) in host.enumerated() { unsafe text[2 + place] = byte.lowercasedASCII }
      if path.first != slash {
        unsafe text[count] = slash
        count += 1
      }
      for byte in path {
        unsafe text[count] = byte.lowercasedASCII
        count += 1
      }
      func search(from start: Int) {
        unsafe text[start] = slash
        unsafe body(UnsafeRawBufferPointer(rebasing: text[start..<count]))
      }
      if used & 2 != 0 {
        unsafe text[1] = UInt8(ascii: "=")
        search(from: 0)
      }
      if used & 4 != 0 {
        // The slash stands in what was looked for before it.
        for place in 2..<end where unsafe text[place] == UInt8(ascii: ".") {
          search(from: place - 1)
        }
      }
      if used & 1 != 0 {
        unsafe text[end - 1] = UInt8(ascii: "*")
        search(from: end - 2)
      }
    }
  }
}
