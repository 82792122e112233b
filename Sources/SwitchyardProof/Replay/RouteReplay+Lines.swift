extension RouteReplay {
  mutating func read(_ bytes: Span<UInt8>) {
    var start = 0
    if isSkipping || !rest.isEmpty {
      guard let end = bytes.first(UInt8(ascii: "\n"), in: 0..<bytes.count) else {
        keep(bytes, from: 0)
        return
      }
      if isSkipping {
        isSkipping = false
        tally.note(.tooLong)
      } else {
        for place in 0..<min(end, LogLine.limit + 1) { rest.append(bytes[place]) }
        takeRest()
      }
      start = end + 1
    }
    let first = start
    while let end = bytes.first(UInt8(ascii: "\n"), in: start..<bytes.count) {
      take(bytes, start..<end)
      start = end + 1
    }
    if first < start { tally.takeTimes(in: bytes, format) }
    keep(bytes, from: start)
  }

  /// Keeps the begin of a line; of one that is too long, that it was.
  private mutating func keep(_ bytes: Span<UInt8>, from start: Int) {
    guard start < bytes.count, !isSkipping else { return }
    guard rest.count + bytes.count - start <= LogLine.limit else {
      tally.beginLine()
      rest.removeAll(keepingCapacity: true)
      isSkipping = true
      return
    }
    for place in start..<bytes.count { rest.append(bytes[place]) }
  }

  /// Reads the line that was kept.
  mutating func takeRest() {
    var line: [UInt8] = []
    swap(&line, &rest)
    takeWhole(line.span)
    line.removeAll(keepingCapacity: true)
    swap(&line, &rest)
  }

  private mutating func takeWhole(_ line: Span<UInt8>) {
    take(line, 0..<line.count)
    tally.takeTimes(in: line, format)
  }

  /// Reads a line of some bytes.
  @inline(__always)
  private mutating func take(_ bytes: Span<UInt8>, _ places: Range<Int>) {
    tally.beginLine()
    var (start, end) = (places.lowerBound, places.upperBound)
    if end > start, bytes[end - 1] == UInt8(ascii: "\r") { end -= 1 }
    if tally.isFirstLine, end - start >= 3, bytes[start] == 0xEF, bytes[start + 1] == 0xBB,
      bytes[start + 2] == 0xBF
    {
      // The mark of UTF-8 at the beginning of a file.
      start += 3
    }
    // A log that was cut while its server went on begins with as many NULs.
    while start < end, bytes[start] == 0 || bytes[start] == UInt8(ascii: " ") { start += 1 }
    guard start < end else { return }
    do throws(LogLineFault) {
      guard end - start <= LogLine.limit else { throw .tooLong }
      try take(bytes.extracting(start..<end), at: start)
    } catch {
      tally.note(error)
    }
  }

  /// Reads a line, which is not empty.
  private mutating func take(_ line: Span<UInt8>, at place: Int) throws(LogLineFault) {
    guard !LogLine.isJSON(line, format) else {
      try takeJSON(line, at: place)
      return
    }
    let parts = try CombinedLine(line)
    guard parts.hasEscapes else {
      try request(line.extracting(parts.request), true, site, parts.status, at: place)
      return
    }
    var text: [UInt8] = []
    swap(&text, &scratch)
    defer { swap(&text, &scratch) }
    text.removeAll(keepingCapacity: true)
    LogEscapes.appendPlain(line.extracting(parts.request), to: &text)
    try request(text.span, true, site, parts.status, at: place)
  }

  private mutating func takeJSON(_ line: Span<UInt8>, at place: Int) throws(LogLineFault) {
    let members = try JSONLine(line)
    var text: [UInt8] = []
    swap(&text, &scratch)
    defer { swap(&text, &scratch) }
    text.removeAll(keepingCapacity: true)
    if let request = requestLine(of: members, line) {
      append(request, line, to: &text)
    } else if let method = members.method, let target = members.target {
      append(method, line, to: &text)
      text.append(UInt8(ascii: " "))
      append(target, line, isPlainEscaped: members.isPlainEscaped, to: &text)
    }
    let hasVersion = requestLine(of: members, line) != nil
    let own = seesSites ? site(of: members, line) ?? site : nil
    try request(text.span, hasVersion, own, members.status, at: place)
  }

  /// The member with the line of the request: what some call so is its identifier.
  private func requestLine(of members: JSONLine, _ line: Span<UInt8>) -> JSONLine.Text? {
    guard let request = members.request else { return nil }
    guard members.method != nil, members.target != nil else { return request }
    return line.first(UInt8(ascii: " "), in: request.places) == nil ? nil : request
  }

  private mutating func append(
    _ part: JSONLine.Text,
    _ line: Span<UInt8>,
    isPlainEscaped: Bool = false,
    to text: inout [UInt8]
  ) {
    let span = line.extracting(part.places)
    guard part.hasEscapes else {
      for place in 0..<span.count { text.append(span[place]) }
      return
    }
    guard isPlainEscaped else {
      LogEscapes.appendJSON(span, to: &text)
      return
    }
    other.removeAll(keepingCapacity: true)
    LogEscapes.appendJSON(span, to: &other)
    LogEscapes.appendPlain(other.span, to: &text)
  }

  /// The scheme and host that a line names.
  private func site(of members: JSONLine, _ line: Span<UInt8>) -> ReplaySite? {
    guard let host = members.host, !host.places.isEmpty, !host.hasEscapes else { return nil }
    let scheme = members.scheme.map { line.text($0.places) } ?? site?.scheme.rawValue
    let known = scheme.flatMap { RouteTarget.ServerScheme(rawValue: $0.lowercased()) }
    return ReplaySite(known ?? .http, line.text(host.places))
  }
}
