extension CanonicalAutomaton {
  /// Adds the path, and returns the place behind its first slash.
  mutating func addPath(_ slashes: RouteTarget.SlashPolicy) -> Int {
    let isStrict = slashes == .strict
    let root = add(isAccepting: true)
    // The place behind another slash; where slashes are merged no slash is the last.
    let start = add(isAccepting: isStrict)
    let oneDot = add()
    let twoDots = add()
    let segment = add(isAccepting: true)
    let escape = addEscapes(then: segment)
    let text = Self.bytes(where: PercentCoding.isPathByte)
      .subtracting(Self.slash).subtracting(Self.dot)
    for place in [root, start, oneDot, twoDots, segment] {
      connect(place, text, to: segment)
      connect(place, Self.percent, to: escape)
    }
    // No segment is a dot or two.
    connect(root, Self.dot, to: oneDot)
    connect(start, Self.dot, to: oneDot)
    connect(oneDot, Self.dot, to: twoDots)
    connect(twoDots, Self.dot, to: segment)
    connect(segment, Self.dot, to: segment)
    for place in isStrict ? [root, start, segment] : [segment] {
      connect(place, Self.slash, to: start)
    }
    return root
  }

  /// Adds a path of which only the escapes are told apart, and returns the place behind its first
  /// slash.
  mutating func addLoosePath() -> Int {
    let place = add(isAccepting: true)
    let escape = inside()
    connect(place, Self.percent.complement, to: place)
    connect(place, Self.percent, to: escape)
    let last = inside()
    connect(escape, ASCIISet(of: "234567"), to: last)
    connect(last, Self.hexDigits, to: place)
    var next = place
    for lead in ["CD", "E", "F"] as [StaticString] {
      next = continuation(of: "89AB", then: next)
      let second = inside()
      connect(escape, ASCIISet(of: lead), to: second)
      connect(second, Self.hexDigits, to: next)
    }
    return place
  }

  /// Adds the escapes of one character, and returns the place behind their first percent sign.
  ///
  /// For ASCII, all that is neither unreserved nor a control; beyond it the Unicode Standard, table
  /// 3-7.
  private mutating func addEscapes(then end: Int) -> Int {
    let escape = inside()
    for high in 2...7 as ClosedRange<UInt8> {
      let lows = (0..<16 as Range<UInt8>).filter { low in
        let value = high << 4 | low
        return !PercentCoding.isUnreserved(value) && !PercentCoding.isControl(value)
      }
      let second = inside()
      connect(escape, ASCIISet(PercentCoding.hexDigit(high)), to: second)
      connect(second, Self.digits(lows), to: end)
    }
    let last = continuation(of: "89AB", then: end)
    let lastTwo = continuation(of: "89AB", then: last)
    let lastThree = continuation(of: "89AB", then: lastTwo)
    lead("C", ASCIISet(of: "23456789ABCDEF"), from: escape, then: last)
    lead("D", Self.hexDigits, from: escape, then: last)
    let three = inside()
    connect(escape, ASCIISet(of: "E"), to: three)
    connect(three, ASCIISet(of: "0"), to: continuation(of: "AB", then: last))
    connect(three, ASCIISet(of: "D"), to: continuation(of: "89", then: last))
    connect(three, ASCIISet(of: "123456789ABCEF"), to: lastTwo)
    let four = inside()
    connect(escape, ASCIISet(of: "F"), to: four)
    connect(four, ASCIISet(of: "0"), to: continuation(of: "9AB", then: lastTwo))
    connect(four, ASCIISet(of: "123"), to: lastThree)
    connect(four, ASCIISet(of: "4"), to: continuation(of: "8", then: lastTwo))
    return escape
  }

  private mutating func lead(
    _ high: StaticString,
    _ lows: ASCIISet,
    from escape: Int,
    then next: Int
  ) {
    let second = inside()
    connect(escape, ASCIISet(of: high), to: second)
    connect(second, lows, to: next)
  }

  /// Adds one more byte of a character, and returns the place before it.
  private mutating func continuation(of highs: StaticString, then next: Int) -> Int {
    let (before, first, second) = (inside(), inside(), inside())
    connect(before, Self.percent, to: first)
    connect(first, ASCIISet(of: highs), to: second)
    connect(second, Self.hexDigits, to: next)
    return before
  }

  private mutating func inside() -> Int { add(isBoundary: false) }

  private static func digits(_ values: [UInt8]) -> ASCIISet {
    values.reduce(into: ASCIISet()) { $0.formUnion(ASCIISet(PercentCoding.hexDigit($1))) }
  }
}
