extension RouteReplay {
  /// The most methods whose lookups are kept.
  private static var methodLimit: Int { 64 }

  /// Looks up the request of a line.
  ///
  /// - Parameters:
  ///   - field: the method, a space and the target, and perhaps the version.
  ///   - mayHaveVersion: whether the version may stand behind them.
  ///   - site: the scheme and host of the request.
  ///   - status: the status in the log; 0 where there is none.
  ///   - place: the place of the line.
  /// - Throws: the fault of a line whose request cannot be told.
  mutating func request(
    _ field: Span<UInt8>,
    _ mayHaveVersion: Bool,
    _ site: ReplaySite?,
    _ status: Int,
    at place: Int
  ) throws(LogLineFault) {
    let end = mayHaveVersion ? Self.endOfTarget(field) : field.count
    guard let space = field.first(UInt8(ascii: " "), in: 0..<end), space > 0, space + 1 < end else {
      tally.requestless += 1
      return
    }
    if end - space > 1_196, field.has("...", at: end - 3) { throw .cutTarget }
    guard !seesSites else {
      try request(seeing: site, field, space, end, status, at: place)
      return
    }
    let path = pathEnd(field, space + 1, end)
    guard path > 0, path <= RequestCache.keyLength else {
      try request(uncached: field, space, end, nil, status, at: place)
      return
    }
    let hash = RequestCache.hash(field, path)
    if let kept = cache.place(of: field, path, hash) {
      take(kept, status, at: place)
    } else {
      try request(missed: field, path, hash, space, end, status, at: place)
    }
  }

  @inline(__always)
  private mutating func take(_ kept: Int, _ status: Int, at place: Int) {
    tally.count(cache.slots[kept].outcome, status: status, at: place)
    if cache.slots[kept].isNoted { cache.addPending(kept) }
  }

  /// Looks up a request that did not come lately.
  @inline(never)
  private mutating func request(
    missed field: Span<UInt8>,
    _ path: Int,
    _ hash: UInt64,
    _ space: Int,
    _ end: Int,
    _ status: Int,
    at place: Int
  ) throws(LogLineFault) {
    guard let target = cleanTarget(field.extracting(space + 1..<path)),
      let method = method(field, space)
    else {
      try request(uncached: field, space, end, nil, status, at: place)
      return
    }
    let found = outcome(method, target)
    let slot = cache.place(for: hash)
    flush(slot)
    cache.replace(field, path, hash, by: found)
    take(slot, status, at: place)
  }

  /// Looks up a request where sites matter: its key has that as well.
  @inline(never)
  private mutating func request(
    seeing site: ReplaySite?,
    _ field: Span<UInt8>,
    _ space: Int,
    _ end: Int,
    _ status: Int,
    at place: Int
  ) throws(LogLineFault) {
    if site == nil, field[space + 1] == UInt8(ascii: "/") { tally.hostless += 1 }
    try request(uncached: field, space, end, site, status, at: place)
  }

  /// Looks up a request of any kind, without noting it for others.
  @inline(never)
  private mutating func request(
    uncached field: Span<UInt8>,
    _ space: Int,
    _ end: Int,
    _ site: ReplaySite?,
    _ status: Int,
    at place: Int
  ) throws(LogLineFault) {
    guard let method = method(field, space) else {
      tally.requestless += 1
      return
    }
    let bytes = unsafe field.extracting(space + 1..<end)
      .withUnsafeBufferPointer { unsafe Array($0) }
    let read = ReplayTarget(bytes, method.isOptions, site, table.options)
    let before = sharesTargets ? read : ReplayTarget(bytes, method.isOptions, site, oldOptions)
    var outcome = ReplayOutcome(answer: answer(table, method.lookup, read), old: .notFound)
    if let old, let lookup = method.old {
      outcome.old = answer(old, lookup, before)
      outcome.change = comparison?.change(from: outcome.old, to: outcome.answer, at: read.target)
    }
    tally.count(outcome, status: status, at: place)
    guard outcome.isNoted else { return }
    // The path alone: what stands in queries may be secret.
    let path = read.target.map { String($0.path) } ?? "(refused)"
    let name = field.text(0..<space)
    let origin = site.map { "\($0.scheme)://\($0.host)" } ?? ""
    let text = "\(name) \(origin)\(path)"
    // All of it is printable ASCII, so that only its length matters.
    tally.note(outcome, text.utf8.count > RequestCache.keyLength ? text.excerpt : text, times: 1)
  }

  // MARK: - Parts

  /// The place where the target ends: before the version, if there is one.
  @inline(__always)
  private static func endOfTarget(_ field: Span<UInt8>) -> Int {
    let count = field.count
    if field.has(" HTTP/1.1", at: count - 9) { return count - 9 }
    var place = count - 1
    while place >= max(0, count - 12) {
      if field[place] == UInt8(ascii: " ") {
        return field.has(" HTTP/", at: place) ? place : count
      }
      place -= 1
    }
    return count
  }

  /// The place where the path ends, if the query behind it says nothing about the answer; 0 where
  /// it may.
  @inline(__always)
  private func pathEnd(_ field: Span<UInt8>, _ start: Int, _ end: Int) -> Int {
    // Far from the limit of targets, whatever their site.
    guard end - start < cleanLength else { return 0 }
    guard let mark = field.first(UInt8(ascii: "?"), in: start..<end) else { return end }
    var place = mark + 1
    while place < end {
      guard plainQuery.has(field[place]) else { return 0 }
      place &+= 1
    }
    return mark
  }

  private var oldOptions: RouteTarget.Options { old?.options ?? table.options }

  /// The target of a path that is canonical for both tables.
  private func cleanTarget(_ path: Span<UInt8>) -> RouteTarget? {
    if !sharesTargets, RouteTarget(cleanPath: path, options: oldOptions) == nil { return nil }
    return RouteTarget(cleanPath: path, options: table.options)
  }

  private mutating func method(_ field: Span<UInt8>, _ space: Int) -> ReplayMethod? {
    guard space <= 64 else { return nil }
    let name = field.text(0..<space)
    if let known = methods[name] { return known }
    guard let method = RequestMethod(rawValue: name) else { return nil }
    let made = ReplayMethod(
      isOptions: method == .options,
      lookup: table.lookup(method),
      old: old?.lookup(method)
    )
    if methods.count < Self.methodLimit { methods[name] = made }
    return made
  }

  private func outcome(_ method: ReplayMethod, _ target: RouteTarget) -> ReplayOutcome {
    var outcome = ReplayOutcome(answer: table.answer(method.lookup, target), old: .notFound)
    if let old, let lookup = method.old {
      outcome.old = old.answer(lookup, target)
      outcome.change = comparison?.change(from: outcome.old, to: outcome.answer, at: target)
    }
    return outcome
  }

  private func answer(
    _ table: ReplayTable,
    _ lookup: ReplayTable.Lookup,
    _ read: ReplayTarget
  ) -> ReplayAnswer {
    switch read {
    case .target(let target): table.answer(lookup, target)
    case .server: .options
    case .refused(let answer): answer
    }
  }

  // MARK: - Examples

  /// Notes the request at a place of the cache, as often as it came.
  private mutating func flush(_ slot: Int) {
    let kept = cache.slots[slot]
    guard kept.pending > 0 else { return }
    tally.note(kept.outcome, cache.text(slot), times: Int(kept.pending))
    cache.clearPending(slot)
  }

  /// Notes all requests of the cache.
  mutating func flush() {
    for slot in cache.slots.indices { flush(slot) }
  }
}
