internal import RoutePatterns

/// The form of a value, as a lookup reads it: in one block, the number of its runs, the runs of
/// three words each, and the text of the expression, before which stands its length.
@safe
struct EdgeForm {
  let words: UnsafeMutablePointer<UInt64>

  init(words: UnsafeMutablePointer<UInt64>) { unsafe self.words = unsafe words }

  /// Takes memory for a form.
  init(_ form: PatternReading.Form) {
    let count = form.words.count
    unsafe words = .allocate(capacity: count + 2 + (form.text.count + 7) / 8)
    unsafe words.initialize(repeating: 0, count: count + 2 + (form.text.count + 7) / 8)
    unsafe words[0] = UInt64(count / 3)
    for (index, word) in form.words.enumerated() { unsafe words[index + 1] = word }
    unsafe words[count + 1] = UInt64(form.text.count)
    unsafe UnsafeMutableRawBufferPointer(start: words + count + 2, count: form.text.count)
      .copyBytes(from: form.text)
  }

  /// The form of a node that one leads to.
  @inline(__always)
  init?(_ node: NodePointer) {
    guard unsafe node.pointee.edge == TrieEdge.form,
      let words = unsafe UnsafeMutablePointer<UInt64>(
        bitPattern: UInt(truncatingIfNeeded: node.pointee.first)
      )
    else { return nil }
    unsafe self.words = unsafe words
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

extension NodePointer {
  /// The first value from here on in a chain that a text leads to.
  @inline(never)
  func fitting(_ text: UnsafeRawPointer, _ length: Int) -> NodePointer? {
    var known: NodePointer? = unsafe self
    while let node = unsafe known {
      switch unsafe node.pointee.edge {
      case TrieEdge.value: if length > 0 { return unsafe node }
      case TrieEdge.anything: return unsafe node
      default: if unsafe EdgeForm(node)?.fits(text, length) ?? false { return unsafe node }
      }
      unsafe known = unsafe node.nextValue
    }
    return nil
  }
}
