/// Which segments of a path are literal text: what many patterns have in common.
struct IndexShape: Hashable, Sendable {
  /// How many segments there are.
  var depth: Int
  /// A bit for each that is literal.
  var literals: UInt64
  /// Whether any may follow.
  var isOpen: Bool

  /// What the numbers of segments are added to.
  var salt: UInt64 {
    SegmentNumber.salt(literals, UInt64(depth) << 1 | (isOpen ? 1 : 0))
  }

  /// Whether a path of a number of segments can have the shape.
  func fits(count: Int) -> Bool { isOpen ? count >= depth : count == depth }
}

/// What is looked up of a pattern: a shape, the literal text of it, and the number of both.
struct IndexKey: Sendable {
  let shape: IndexShape
  /// The literal segments, letters folded where their case is ignored.
  let literals: [[UInt8]]
  let number: UInt64
  /// The longest of the literal segments.
  var longest: Int { literals.map(\.count).max() ?? 0 }

  /// The key of the first segments of a pattern.
  init(_ segments: ArraySlice<PatternOutline.Segment>, isOpen: Bool, ignoresCase: Bool) {
    // Beyond what is told apart anything may follow.
    let told = segments.prefix(PathScan.limit - 1)
    var path: [UInt8] = []
    var bits: UInt64 = 0
    var literals: [[UInt8]] = []
    for (index, segment) in told.enumerated() {
      path.append(UInt8(ascii: "/"))
      guard case .literal(let text) = segment else { continue }
      bits |= 1 << UInt64(index)
      let bytes = ignoresCase ? text.utf8.map(\.lowercasedASCII) : Array(text.utf8)
      literals.append(bytes)
      path += bytes
    }
    if path.isEmpty { path = [UInt8(ascii: "/")] }
    shape = IndexShape(
      depth: told.count,
      literals: bits,
      isOpen: isOpen || told.count < segments.count
    )
    self.literals = literals
    var scan = PathScan()
    defer { scan.free() }
    let salt = shape.salt
    number = unsafe path.withUnsafeBufferPointer { path in
      unsafe scan.split(path, upTo: PathScan.limit)
      scan.read(bits, longest: .max)
      return scan.number(salt: salt, literals: bits)
    }
  }
}

extension PathScan {
  /// The number of literal segments together, with that of their shape.
  @inline(__always)
  func number(salt: UInt64, literals: UInt64) -> UInt64 {
    var sum = salt
    var rest = literals
    while rest != 0 {
      sum &+= self[rest.trailingZeroBitCount].number
      rest &= rest &- 1
    }
    return SegmentNumber.mixed(sum, SegmentNumber.odd)
  }
}
