internal import RouteIndex

extension PatternTable {
  /// The first pattern that a URL matches, relative to another if there is one.
  func first(_ url: String, base: String?) throws(MatchError) -> FoundPattern? {
    guard let address = WebAddress.resolving(url, base: base) else { return nil }
    let source = URLPattern.Match.Source(url, base: base, address)
    return try first(of: address, source)
  }

  /// The first pattern that a path alone matches.
  @inline(__always)
  func first(path: consuming String) throws(MatchError) -> FoundPattern? {
    let answer: QuickObject? = path.withBytes { text in
      CleanURL.isPath(text) ? quick(text, 0..<0, 0..<text.count) : nil
    }
    // The text goes with the match, and is not held once more for it.
    return switch consume answer {
    case .some(let answer): try first(answer, WebAddress(cleanPath: consume path), .path)
    case .none: try first(written: consume path)
    }
  }

  /// The first pattern that a path alone matches, which perhaps does not stand as it is written.
  @inline(never)
  private func first(written path: String) throws(MatchError) -> FoundPattern? {
    let components = URLPatternInit(pathname: path)
    guard let address = WebAddress(components) else { return nil }
    return try first(of: address, .components(components))
  }

  /// The first pattern that matches a URL.
  @inline(__always)
  func first(
    of address: consuming WebAddress,
    _ source: consuming URLPattern.Match.Source
  ) throws(MatchError) -> FoundPattern? {
    let (host, path) = (address.range(of: .hostname), address.range(of: .pathname))
    let answer: QuickObject = address.text.withBytes { quick($0, host, path) }
    return try first(answer, consume address, consume source)
  }

  /// The first pattern that matches a URL, behind what the quick way has told.
  @inline(__always)
  private func first(
    _ quick: consuming QuickObject,
    _ address: consuming WebAddress,
    _ source: consuming URLPattern.Match.Source
  ) throws(MatchError) -> FoundPattern? {
    switch quick {
    case .found(let object, let marks):
      // The index holds nothing else.
      let listed = unsafe unsafeDowncast(object, to: ListedPattern.self)
      // What it was asked for is the path as it stands, and not long.
      guard let ranges = try listed.ranges(in: address, isDecided: true) else { return nil }
      return FoundPattern(listed, consume address, consume source, ranges, marks)
    case .nothing: return nil
    case .undecided: return try firstOfAll(consume address, consume source)
    }
  }

  /// The only pattern that a path leads to, behind a host or not, in a list of nothing but such
  /// patterns.
  @inline(__always)
  private func quick(_ text: Span<UInt8>, _ host: Range<Int>, _ path: Range<Int>) -> QuickObject {
    let used = places.used
    guard used == .path || used == .host, let range = used.range(in: text, host, path) else {
      return .undecided
    }
    let object = unsafe ListPlace.Kinds.withAddress(of: text.extracting(range)) { text in
      unsafe index.reader.quickObject(text, range.count, in: used == .path ? .maps : .proxies)
    }
    // Others may have come before what was seen.
    return places.used == used ? object : .undecided
  }

  /// The first pattern that matches a URL, of all that may.
  @inline(never)
  private func firstOfAll(
    _ address: WebAddress,
    _ source: URLPattern.Match.Source
  ) throws(MatchError) -> FoundPattern? {
    let look = index.reader.look()
    let used = places.used
    if used.isOne { return try first(look, used, address, source) }
    _ = consume look
    for candidate in candidates(for: address) {
      if let ranges = try candidate.ranges(in: address) {
        return FoundPattern(candidate, address, source, ranges)
      }
    }
    return nil
  }

  /// The first of patterns that are found under one text, where the index has them in their order.
  ///
  /// They are asked while it is looked at, and none but the one that matches is held: they call
  /// nothing of anybody else's.
  private func first(
    _ look: consuming IndexLook,
    _ used: ListPlace.Kinds,
    _ address: WebAddress,
    _ source: URLPattern.Match.Source
  ) throws(MatchError) -> FoundPattern? {
    var look = look
    var (found, failure) = (FoundPattern?.none, MatchError?.none)
    unsafe used.forEachText(of: address, places.longestSuffix) { text, length, lanes in
      unsafe look.searchAgain(text, length, lanes: lanes)
      for place in 0..<look.count {
        let listed = Self.listed(look, place)
        let isDecided = look.hit(place).isDecided && address.isKnownByIndex
        do throws(MatchError) {
          guard let ranges = try listed.ranges(in: address, isDecided: isDecided) else { continue }
          found = FoundPattern(listed, address, source, ranges)
        } catch {
          failure = error
        }
        return
      }
    }
    if let failure { throw failure }
    return found
  }

  /// All patterns that match a URL, in their order.
  func all(
    of address: WebAddress,
    _ source: URLPattern.Match.Source
  ) throws(MatchError) -> [FoundPattern] {
    var found: [FoundPattern] = []
    for candidate in candidates(for: address) {
      if let ranges = try candidate.ranges(in: address) {
        found.append(FoundPattern(candidate, address, source, ranges))
      }
    }
    return found
  }

  /// The patterns that host and path do not rule out, in their order.
  private func candidates(for address: WebAddress) -> [ListedPattern] {
    var found: [ListedPattern] = []
    do {
      var look = index.reader.look()
      unsafe places.used.forEachText(of: address, places.longestSuffix) { text, length, lanes in
        unsafe look.searchAgain(text, length, lanes: lanes)
        for place in 0..<look.count { found.append(Self.listed(look, place)) }
      }
    }
    // Those of one place are.
    let isSorted = zip(found, found.dropFirst()).allSatisfy { !$1.precedes($0) }
    return isSorted ? found : found.sorted { $0.precedes($1) }
  }

  @inline(__always)
  private static func listed(_ look: borrowing IndexLook, _ place: Int) -> ListedPattern {
    // The index holds it as long as it is looked at.
    unsafe Unmanaged<ListedPattern>.fromOpaque(look.payload(place)).takeUnretainedValue()
  }
}

extension ListedPattern {
  /// Asks the pattern for what is left to be known, and returns the places of values that its
  /// expressions were asked for; `nil` where it does not match.
  ///
  /// Where `isDecided`, host and path are known to match.
  @inline(__always)
  fileprivate final func ranges(
    in address: borrowing WebAddress,
    isDecided: Bool = false
  ) throws(MatchError) -> [CaptureRanges]? {
    let known =
      isDecided ? URLPatternComponent.hostname.bit | URLPatternComponent.pathname.bit : 0
    if demands & ~known == 0 { return [] }
    if isDecided, let origin { return origin.matches(address) ? [] : nil }
    return try pattern.ranges(in: address, known: known)
  }
}

extension WebAddress {
  /// Whether the index is asked about the path as it stands: it is asked about one with a slash
  /// before it, and an expression about one that is longer.
  @inline(__always)
  fileprivate var isKnownByIndex: Bool {
    let path = range(of: .pathname)
    return path.count < CaptureRanges.inlineEnd
      && text.withBytes { !path.isEmpty && $0[path.lowerBound] == UInt8(ascii: "/") }
  }
}
