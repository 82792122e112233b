internal import RouteIndex
internal import RoutePatterns

extension PatternTable {
  /// A pattern that matches a URL, and the places of values that its expressions were asked for.
  struct Found {
    let listed: ListedPattern
    let ranges: [CaptureRanges]
  }

  /// The first pattern that matches a URL.
  func first(of address: WebAddress) throws(MatchError) -> Found? {
    switch quick(address) {
    case .found(let object):
      // The index holds nothing else.
      let listed = unsafe unsafeDowncast(object, to: ListedPattern.self)
      return try Self.found(listed, address, isDecided: true)
    case .nothing: return nil
    case .undecided: break
    }
    let look = index.reader.look()
    let used = places.used
    guard used.isOne else {
      _ = consume look
      for candidate in candidates(for: address) {
        if let found = try Self.found(candidate, address) { return found }
      }
      return nil
    }
    return try first(look, used, address)
  }

  /// The only pattern that a path leads to, behind a host or not, in a list of nothing but such
  /// patterns.
  private func quick(_ address: WebAddress) -> QuickObject {
    let used = places.used
    guard used == .path || used == .host else { return .undecided }
    let (host, path) = (address.range(of: .hostname), address.range(of: .pathname))
    let object: QuickObject = address.text.withBytes { text in
      guard let range = used.range(in: text, host, path) else { return .undecided }
      return unsafe ListPlace.Kinds.withAddress(of: text.extracting(range)) { text in
        unsafe index.reader.quickObject(text, range.count, in: used == .path ? .maps : .proxies)
      }
    }
    // Others may have come before what was seen.
    return places.used == used ? object : .undecided
  }

  /// Asks a pattern for what is left to be known: where `isDecided`, host and path match.
  private static func found(
    _ listed: ListedPattern,
    _ address: WebAddress,
    isDecided: Bool = false
  ) throws(MatchError) -> Found? {
    // The index was asked about a path with a slash before it, and an expression is asked about one
    // that is longer.
    let isKnown =
      isDecided && address.range(of: .pathname).count < CaptureRanges.inlineEnd
      && address[.pathname].first == UInt8(ascii: "/")
    let known =
      isKnown ? URLPatternComponent.hostname.bit | URLPatternComponent.pathname.bit : 0
    if listed.pattern.storage.demands & ~known == 0 { return Found(listed: listed, ranges: []) }
    guard let ranges = try listed.pattern.ranges(in: address, known: known) else { return nil }
    return Found(listed: listed, ranges: ranges)
  }

  /// The first of patterns that are found under one text, where the index has them in their order.
  ///
  /// They are asked while it is looked at, and none but the one that matches is held: they call
  /// nothing of anybody else's.
  private func first(
    _ look: consuming IndexLook,
    _ used: ListPlace.Kinds,
    _ address: WebAddress
  ) throws(MatchError) -> Found? {
    var look = look
    var (found, failure) = (Found?.none, MatchError?.none)
    unsafe used.forEachText(of: address, places.longestSuffix) { text, length, lanes in
      unsafe look.searchAgain(text, length, lanes: lanes)
      for place in 0..<look.count {
        let listed = Self.listed(look, place)
        do throws(MatchError) {
          found = try Self.found(listed, address, isDecided: look.hit(place).isDecided)
          if found == nil { continue }
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
  func all(of address: WebAddress) throws(MatchError) -> [Found] {
    var found: [Found] = []
    for candidate in candidates(for: address) {
      if let next = try Self.found(candidate, address) { found.append(next) }
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
