internal import CSwitchyard

/// The fast path: decides in one pass whether a text is canonical already.
///
/// It changes nothing and reports no faults. A text that it does not find clean may still be
/// canonical (a segment that begins with a dot, a port): `TargetCanonicalizer` decides those.
enum TargetScanner {
  /// The layout of a clean text of text mode, or `nil`.
  // Inlined, it would stand in each initialiser twice, for strings with and without a buffer.
  @inline(never)
  static func layout(of text: Span<UInt8>, slashes: RouteTarget.SlashPolicy) -> TargetLayout? {
    guard text.count > 0 else { return nil }
    var layout = TargetLayout()
    if text[0] != UInt8(ascii: "/") {
      guard let prefix = prefix(of: text) else { return nil }
      layout = prefix
    }
    let pathStart = Int(layout.pathStart)
    if pathStart > 0, isCommonPath(text, from: pathStart) {
      layout.pathEnd = UInt32(text.count)
      layout.queryEnd = layout.pathEnd
      layout.hasMergedSlashes = true
      return layout
    }
    guard
      let (pathEnd, queryEnd) = tail(of: text, from: pathStart, slashes: slashes, fragment: true)
    else { return nil }
    layout.pathEnd = UInt32(pathEnd)
    layout.queryEnd = UInt32(queryEnd)
    layout.hasMergedSlashes = slashes == .lenient
    return layout
  }

  /// Whether all of a text from a place on is a common path; `false` leaves that open.
  private static func isCommonPath(_ text: Span<UInt8>, from start: Int) -> Bool {
    unsafe text.extracting(start..<text.count).withUnsafeBufferPointer { unsafe isCommonPath($0) }
  }

  /// The ends of the path and of the query when all from `start` on, a slash, is clean.
  @inline(__always)
  static func tail(
    of text: Span<UInt8>,
    from start: Int,
    slashes: RouteTarget.SlashPolicy,
    fragment: Bool
  ) -> (pathEnd: Int, queryEnd: Int)? {
    guard let pathEnd = endOfPath(in: text, from: start, slashes: slashes) else { return nil }
    var queryEnd = pathEnd
    if pathEnd < text.count, text[pathEnd] == UInt8(ascii: "?") {
      queryEnd = endOfQuery(in: text, from: pathEnd + 1)
    }
    if queryEnd < text.count {
      guard fragment, text[queryEnd] == UInt8(ascii: "#") else { return nil }
      guard endOfQuery(in: text, from: queryEnd + 1) == text.count else { return nil }
    }
    return (pathEnd, queryEnd)
  }

  /// The first byte that is not of the path, or `nil` where the path holds something to resolve.
  @inline(__always)
  private static func endOfPath(
    in text: Span<UInt8>,
    from start: Int,
    slashes: RouteTarget.SlashPolicy
  ) -> Int? {
    let count = text.count
    var offset = start
    // The mark of the word's lowest byte when the byte before the word is a slash or a dot.
    var before: UInt64 = 0
    var end = count
    while offset < count {
      let word = ByteWord(text, at: offset)
      let marks = word.slashesAndDots
      if word.notCommonBytes | (marks & (marks << 8 | before)) != 0 {
        let stop = word.notPathBytes
        let follows = offset > start && text[offset &- 1] == UInt8(ascii: "/")
        guard !hasSuspects(word, marks, below: stop, afterSlash: follows, slashes) else {
          return nil
        }
        if stop != 0 {
          end = offset &+ ByteWord.index(of: stop)
          break
        }
      }
      before = marks >> 56
      offset &+= 8
    }
    if slashes == .lenient, end &- start > 1, text[end &- 1] == UInt8(ascii: "/") { return nil }
    return end
  }

  /// Whether a word of a path holds what the slow path has to look at: a dot after a slash or,
  /// where slashes are merged, a slash after a slash.
  @inline(__always)
  private static func hasSuspects(
    _ word: ByteWord,
    _ marks: UInt64,
    below stop: UInt64,
    afterSlash: Bool,
    _ slashes: RouteTarget.SlashPolicy
  ) -> Bool {
    let slash = word.equal(UInt8(ascii: "/"))
    let second = slashes == .lenient ? marks : marks & ~slash
    // All bits below the first stop; without one, all bits.
    let within = (stop & (0 &- stop)) &- 1
    return (slash << 8 | (afterSlash ? 0x80 : 0)) & second & within != 0
  }

  /// The first byte from `start` on that is not of a query or fragment.
  @inline(__always)
  private static func endOfQuery(in text: Span<UInt8>, from start: Int) -> Int {
    var offset = start
    while offset < text.count {
      let word = ByteWord(text, at: offset)
      let stop = word.notPathBytes & ~(word.equal(UInt8(ascii: "?")) & ~word.beyondASCII)
      if stop != 0 { return offset + ByteWord.index(of: stop) }
      offset += 8
    }
    return text.count
  }
}

extension TargetScanner {
  /// The layout up to the path of a text that begins with a clean scheme and host.
  private static func prefix(of text: Span<UInt8>) -> TargetLayout? {
    guard let (colon, key) = scheme(of: text) else { return nil }
    guard colon > 0, TargetScheme.isFirstByte(text[0]), colon + 3 < text.count,
      text[colon + 1] == UInt8(ascii: "/"), text[colon + 2] == UInt8(ascii: "/"),
      let hostEnd = endOfHost(in: text, from: colon + 3)
    else { return nil }

    var layout = TargetLayout(schemeEnd: UInt32(colon))
    layout.hasAuthority = TargetScheme.defaultPort(key: key) != nil
    let next = hostEnd < text.count ? text[hostEnd] : UInt8(ascii: "#")
    if layout.hasAuthority {
      // A host without a path gets one.
      guard next == UInt8(ascii: "/"), isCleanName(text, colon + 3..<hostEnd) else { return nil }
      layout.pathStart = UInt32(hostEnd)
    } else {
      guard next == UInt8(ascii: "/") || next == UInt8(ascii: "?") || next == UInt8(ascii: "#")
      else { return nil }
      // The host becomes a segment: the scan of the path decides what may follow.
      layout.pathStart = UInt32(colon + 2)
    }
    return layout
  }

  /// The scheme that a text begins with, in lower case: its end, and its letters in a word.
  @inline(__always)
  private static func scheme(of text: Span<UInt8>) -> (colon: Int, key: UInt64)? {
    if text.count > 8 {
      // Those that nearly all have are told at one look.
      let word = ByteWord.load(text, at: 0)
      if word == 0x2F2F_3A73_7074_7468 { return (5, 0x68_7474_7073) }  // https://
      if word << 8 == 0x2F2F_3A70_7474_6800 { return (4, 0x6874_7470) }  // http://
    }
    var colon = 0
    var key: UInt64 = 0
    while colon < text.count {
      let byte = text[colon]
      if byte == UInt8(ascii: ":") { return (colon, key) }
      // Capitals are left to the slow path.
      guard TargetScheme.isByte(byte), byte & 0x60 != 0x40 else { return nil }
      // A ninth letter would push the first one out and could make another name.
      key = colon < 8 ? key << 8 | UInt64(byte) : .max
      colon += 1
    }
    return nil
  }

  /// Returns the end of a host: not empty, in lower case, without empty labels.
  static func endOfHost(in text: Span<UInt8>, from start: Int) -> Int? {
    var offset = start
    // The mark of the word's lowest byte when the byte before the word is a dot, or none.
    var before: UInt64 = 0x80
    while offset < text.count {
      let word = ByteWord(text, at: offset)
      let dots = word.equal(UInt8(ascii: "."))
      let stop = word.notHostBytes
      let within = (stop & (0 &- stop)) &- 1
      guard dots & (dots << 8 | before) & within == 0 else { return nil }
      if stop != 0 {
        let end = offset &+ ByteWord.index(of: stop)
        return end > start ? end : nil
      }
      before = dots >> 56
      offset &+= 8
    }
    return offset > start ? text.count : nil
  }

  /// Whether a host stands in a target as it is: a dot at its end goes, and its last label is a
  /// number only in an address.
  static func isCleanName(_ text: Span<UInt8>, _ range: Range<Int>) -> Bool {
    var label = range.upperBound
    while label > range.lowerBound, text[label - 1] != UInt8(ascii: ".") { label -= 1 }
    guard label < range.upperBound else { return false }
    return !text[label].isASCIIDigit || isCleanAddress(text, range)
  }

  /// Whether a host is four decimal numbers up to 255 without leading zeros.
  private static func isCleanAddress(_ text: Span<UInt8>, _ range: Range<Int>) -> Bool {
    var (numbers, number, digits) = (1, 0, 0)
    for position in range {
      let byte = text[position]
      if byte == UInt8(ascii: ".") {
        (numbers, number, digits) = (numbers + 1, 0, 0)
        continue
      }
      guard byte.isASCIIDigit, digits == 0 || number > 0 else { return false }
      number = number * 10 + Int(byte - UInt8(ascii: "0"))
      digits += 1
      guard number < 256 else { return false }
    }
    return numbers == 4
  }
}

extension TargetScanner {
  /// Whether a text of eight bytes to 64 is a path of common bytes with nothing to resolve, which
  /// is canonical; `false` leaves that open.
  @inline(never)
  static func isCommonPath(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
    #if arch(x86_64)
      let count = text.count
      guard count >= 8, count <= 64, let bytes = unsafe UnsafeRawPointer(text.baseAddress) else {
        return false
      }
      var kinds = CommonKinds()
      if count < 16 {
        let both = unsafe cswitchyard_kinds_of_two(bytes, bytes + count - 8)
        // Eight bits of each half.
        kinds.add(both & 0x00FF_00FF_00FF, at: 0)
        kinds.add(both >> 8 & 0x00FF_00FF_00FF, at: count &- 8)
      } else {
        unsafe kinds.add(cswitchyard_kinds(bytes), at: 0)
        unsafe kinds.add(cswitchyard_kinds(bytes + count - 16), at: count &- 16)
        if count > 32 {
          unsafe kinds.add(cswitchyard_kinds(bytes + 16), at: 16)
          unsafe kinds.add(cswitchyard_kinds(bytes + count - 32), at: count &- 32)
        }
      }
      return kinds.isClean(count)
    #else
      return false
    #endif
  }
}

/// The kinds of the bytes of a text, a bit for each byte.
private struct CommonKinds {
  private var others: UInt64 = 0
  private var slashes: UInt64 = 0
  private var dots: UInt64 = 0

  @inline(__always)
  mutating func add(_ kinds: UInt64, at place: Int) {
    let shift = UInt64(truncatingIfNeeded: place)
    others |= kinds & 0xFFFF
    slashes |= (kinds &>> 16 & 0xFFFF) &<< shift
    dots |= (kinds &>> 32) &<< shift
  }

  /// Whether it begins with a slash, ends with none, and nothing but a common byte follows one.
  @inline(__always)
  func isClean(_ count: Int) -> Bool {
    others == 0 && slashes & 1 == 1 && slashes &<< 1 & dots == 0
      && slashes &>> UInt64(truncatingIfNeeded: count &- 1) == 0
  }
}
