internal import RoutePatterns

/// The form of a value, as a lookup reads it: behind the node, the number of its runs, the runs of
/// three words each, and the text of the expression, before which stands its length.
@safe
struct EdgeForm {
  private let words: UnsafeMutablePointer<UInt64>

  /// The form of a node that one leads to.
  @inline(__always)
  init?(_ node: NodePointer) {
    guard unsafe node.pointee.edge == TrieEdge.form else { return nil }
    unsafe self.init(behind: node)
  }

  @inline(__always)
  private init(behind node: NodePointer) {
    unsafe words = UnsafeMutableRawPointer(node + 1).assumingMemoryBound(to: UInt64.self)
  }

  /// The number of words that a form takes.
  static func size(_ form: PatternReading.Form) -> Int {
    form.words.count + 2 + (form.text.count + 7) / 8
  }

  var size: Int { unsafe 3 * Int(words[0]) + 2 + (text.count + 7) / 8 }

  /// Writes a form behind a node that has the room.
  static func write(_ form: PatternReading.Form, behind node: NodePointer) {
    let words = unsafe EdgeForm(behind: node).words
    let count = form.words.count
    unsafe words.initialize(repeating: 0, count: size(form))
    unsafe words[0] = UInt64(count / 3)
    for (index, word) in form.words.enumerated() { unsafe words[index + 1] = word }
    unsafe words[count + 1] = UInt64(form.text.count)
    unsafe UnsafeMutableRawBufferPointer(start: words + count + 2, count: form.text.count)
      .copyBytes(from: form.text)
  }

  /// Copies it behind another node.
  func copy(behind node: NodePointer) {
    unsafe EdgeForm(behind: node).words.initialize(from: words, count: size)
  }

  /// The text of the expression.
  var text: UnsafeRawBufferPointer {
    let place = unsafe 3 * Int(words[0]) + 1
    return unsafe UnsafeRawBufferPointer(start: words + place + 1, count: Int(words[place]))
  }

  /// Whether a text has the form.
  @inline(__always)
  func fits(_ text: UnsafeRawPointer, _ length: Int) -> Bool {
    var run = unsafe UnsafePointer(words) + 1
    let end = unsafe run + 3 &* Int(truncatingIfNeeded: words[0])
    var position = 0
    while unsafe run < end {
      let first = position
      let limit = unsafe min(length, position &+ Int(truncatingIfNeeded: run[2] &>> 32))
      while position < limit {
        let byte = unsafe text.load(fromByteOffset: position, as: UInt8.self)
        // Canonical targets are ASCII.
        let half = unsafe run[Int(truncatingIfNeeded: byte &>> 6 & 1)]
        guard half &>> UInt64(truncatingIfNeeded: byte & 63) & 1 == 1 else { break }
        position &+= 1
      }
      guard unsafe position &- first >= Int(truncatingIfNeeded: run[2] & 0xFFFF_FFFF) else {
        return false
      }
      unsafe run += 3
    }
    return position == length
  }
}

/// The bytes that a text may begin and end with: a bit for each, of which three bytes or four share
/// one.
enum EdgeEnds {
  /// Those of all texts.
  static var all: UInt64 { .max }

  @inline(__always)
  static func first(_ byte: UInt8) -> UInt64 { 1 &<< UInt64(truncatingIfNeeded: byte & 31) }

  @inline(__always)
  static func last(_ byte: UInt8) -> UInt64 { first(byte) &<< 32 }

  /// Those of a form.
  static func of(_ form: PatternReading.Form) -> UInt64 {
    let runs = (0..<form.words.count / 3).map { form.words[3 * $0..<3 * $0 + 3] }
    return ends(runs) | ends(runs.reversed()) << 32
  }

  /// Those of the runs up to the first that cannot be lacking.
  private static func ends(_ runs: [ArraySlice<UInt64>]) -> UInt64 {
    var bits: UInt64 = 0
    for run in runs {
      let set = run[run.startIndex] | run[run.startIndex + 1]
      bits |= (set | set >> 32) & 0xFFFF_FFFF
      if run[run.startIndex + 2] & 0xFFFF_FFFF > 0 { break }
    }
    return bits
  }
}

extension TrieLinks {
  /// The first value that a text leads to.
  @inline(__always)
  static func value(
    _ links: UInt64,
    _ text: UnsafeRawPointer,
    _ length: Int
  ) -> NodePointer? {
    guard let value = unsafe value(links) else { return nil }
    if links & hasForms == 0, length > 0 { return unsafe value }
    return unsafe value.fitting(text, length)
  }
}

extension NodePointer {
  /// The first value from here on in a chain that a text leads to.
  @inline(never)
  func fitting(_ text: UnsafeRawPointer, _ length: Int) -> NodePointer? {
    guard length > 0 else { return unsafe fittingNothing() }
    let ends =
      unsafe EdgeEnds.first(text.load(as: UInt8.self))
      | EdgeEnds.last(text.load(fromByteOffset: length &- 1, as: UInt8.self))
    var known: NodePointer? = unsafe self
    while let node = unsafe known {
      if unsafe node.pointee.first & ends == ends,
        unsafe EdgeForm(node)?.fits(text, length) ?? true
      {
        return unsafe node
      }
      unsafe known = unsafe node.nextValue
    }
    return nil
  }

  /// The first value from here on that the empty text leads to.
  private func fittingNothing() -> NodePointer? {
    var known: NodePointer? = unsafe self
    while let node = unsafe known {
      let isFitting =
        unsafe EdgeForm(node)?.fits(UnsafeRawPointer(node), 0)
        ?? (node.pointee.edge == TrieEdge.anything)
      if isFitting { return unsafe node }
      unsafe known = unsafe node.nextValue
    }
    return nil
  }
}
