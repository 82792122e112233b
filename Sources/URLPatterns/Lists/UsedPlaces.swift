internal import RouteIndex
internal import Synchronization

/// The kinds of places that patterns of a list have, or had.
final class UsedPlaces: Sendable {
  private let bits = Atomic<UInt8>(0)
  private let longest = Atomic<Int>(0)

  /// Takes note of a place, before a reader can see its pattern.
  func use(_ place: ListPlace) {
    if case .suffix(let text) = place { longest.max(text.count, ordering: .releasing) }
    bits.bitwiseOr(place.kind.rawValue, ordering: .releasing)
  }

  /// Takes note that what is found has to be sorted, as that of several places is.
  func useSeveral() {
    let several: ListPlace.Kinds = [.path, .anywhere]
    bits.bitwiseOr(several.rawValue, ordering: .releasing)
  }

  /// The length of the longest end of a host that a pattern has.
  var longestSuffix: Int { longest.load(ordering: .acquiring) }

  /// The kinds of all that is seen by whoever has begun to look before.
  @inline(__always)
  var used: ListPlace.Kinds { ListPlace.Kinds(rawValue: bits.load(ordering: .acquiring)) }
}

extension ListPlace.Kinds {
  /// Whether all that is found is found under one text.
  var isOne: Bool { rawValue.nonzeroBitCount <= 1 && self != .suffix }

  /// Calls a closure with each text that a pattern of these kinds may be found under for a URL, and
  /// the lane for it; the ends of hosts that patterns have are no longer than the longest.
  @inline(__always)
  func forEachText(
    of address: WebAddress,
    _ longestSuffix: Int,
    _ body: (UnsafeRawPointer, Int, IndexLane.Set) -> Void
  ) {
    let (host, path) = (address.range(of: .hostname), address.range(of: .pathname))
    address.text.withBytes { text in
      var others = self
      if contains(.path), let range = ListPlace.Kinds.path.range(in: text, host, path) {
        unsafe Self.withAddress(of: text.extracting(range)) { unsafe body($0, range.count, .maps) }
        others.remove(.path)
      }
      if contains(.host), let range = ListPlace.Kinds.host.range(in: text, host, path) {
        unsafe Self.withAddress(of: text.extracting(range)) {
          unsafe body($0, range.count, .proxies)
        }
        others.remove(.host)
      }
      if !others.isEmpty {
        unsafe others.forEachCopy(
          text.extracting(host),
          text.extracting(path),
          longestSuffix,
          body
        )
      }
    }
  }

  /// The place of the text that patterns of one kind are found under, if it stands in the URL; as
  /// host and path do in one without a port.
  @inline(__always)
  func range(in text: Span<UInt8>, _ host: Range<Int>, _ path: Range<Int>) -> Range<Int>? {
    let slash = UInt8(ascii: "/")
    guard !path.isEmpty, text[path.lowerBound] == slash else { return nil }
    switch self {
    case .path: return path
    case .host:
      let start = host.lowerBound - 1
      guard host.upperBound == path.lowerBound, start >= 0, text[start] == slash else { return nil }
      return start..<path.upperBound
    default: return nil
    }
  }

  /// Calls a closure with the address of a text that is not empty.
  @unsafe
  @inline(__always)
  static func withAddress<Result>(
    of text: Span<UInt8>,
    _ body: (UnsafeRawPointer) -> Result
  ) -> Result {
    unsafe text.withUnsafeBytes { bytes in
      // Of an empty text there would be none.
      unsafe body(bytes.baseAddress.unsafelyUnwrapped)
    }
  }

  /// Calls the closure with texts that stand nowhere.
  @inline(never)
  private func forEachCopy(
    _ host: Span<UInt8>,
    _ path: Span<UInt8>,
    _ longestSuffix: Int,
    _ body: (UnsafeRawPointer, Int, IndexLane.Set) -> Void
  ) {
    let slash = UInt8(ascii: "/")
    // Room for a slash and an asterisk, and for a slash before a path that has none.
    let end = 2 + host.count
    unsafe withUnsafeTemporaryAllocation(byteCount: end + 1 + path.count, alignment: 8) { text in
      var count = end
      for index in host.indices { unsafe text[2 + index] = host[index] }
      if path.isEmpty || path[0] != slash {
        unsafe text[count] = slash
        count += 1
      }
      for index in path.indices {
        unsafe text[count] = path[index]
        count += 1
      }
      func search(from start: Int, _ lanes: IndexLane.Set) {
        unsafe text[start] = slash
        if let base = text.baseAddress { unsafe body(base + start, count - start, lanes) }
      }
      if contains(.path) { search(from: end, .maps) }
      if contains(.host) { search(from: 1, .proxies) }
      guard !isDisjoint(with: .folded) else { return }
      for index in 2..<count { unsafe text[index] = text[index].lowercasedASCII }
      if contains(.foldedHost) {
        unsafe text[1] = UInt8(ascii: "=")
        search(from: 0, .guards)
      }
      if contains(.suffix) {
        // The slash stands in what was looked for before it.
        for place in max(2, end - longestSuffix)..<end where unsafe text[place] == UInt8(ascii: ".")
        {
          search(from: place - 1, .guards)
        }
      }
      if contains(.anywhere) {
        unsafe text[end - 1] = UInt8(ascii: "*")
        search(from: end - 2, .guards)
      }
    }
  }
}
