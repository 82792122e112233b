/// The forms of some segments of a route, as a lookup reads them.
///
/// One block of words: which segments they are, a bit for each; then for each of these how many runs its form has, and
/// the runs, of three words: the lower and the upper half of the set, and how many bytes it takes, the least in the
/// lower half.
@safe
struct FormBlock {
  typealias Forms = [(index: Int, form: SegmentForm)]

  /// The most runs of a form that are looked at in a lookup.
  static let limit = 24

  private let words: UnsafeMutablePointer<UInt64>

  /// Takes memory for some forms; nothing where there are none.
  init?(_ forms: Forms) {
    guard !forms.isEmpty else { return nil }
    let size = forms.reduce(1) { $0 + 1 + 3 * $1.form.runs.count }
    unsafe words = .allocate(capacity: size)
    unsafe words.initialize(repeating: 0, count: size)
    var place = 1
    for (index, form) in forms {
      unsafe words[0] |= 1 << UInt64(index)
      unsafe words[place] = UInt64(form.runs.count)
      place += 1
      for run in form.runs {
        unsafe words[place] = UInt64(truncatingIfNeeded: run.set.bits)
        unsafe words[place + 1] = UInt64(truncatingIfNeeded: run.set.bits >> 64)
        let most = UInt32(clamping: run.most ?? .max)
        unsafe words[place + 2] = UInt64(most) << 32 | UInt64(UInt32(clamping: run.least))
        place += 3
      }
    }
  }

  /// The block, to be freed when nobody reads it.
  var memory: UnsafeMutableRawPointer { unsafe UnsafeMutableRawPointer(words) }

  /// Whether segments, whose bytes `text` gives, have their forms.
  @inline(__always)
  func fits(_ text: (Int) -> (start: UnsafeRawPointer, length: Int)) -> Bool {
    var segments = unsafe words[0]
    var place = unsafe UnsafePointer(words) + 1
    while segments != 0 {
      let (start, length) = unsafe text(segments.trailingZeroBitCount)
      segments &= segments &- 1
      var position = 0
      let end = unsafe place + (1 &+ 3 &* Int(truncatingIfNeeded: place[0]))
      unsafe place += 1
      while unsafe place < end {
        let first = position
        let most = unsafe Int(truncatingIfNeeded: place[2] &>> 32)
        let limit = min(length, position &+ most)
        while position < limit,
          unsafe Self.contains(place, start.load(fromByteOffset: position, as: UInt8.self))
        {
          position &+= 1
        }
        let least = unsafe Int(truncatingIfNeeded: place[2] & 0xFFFF_FFFF)
        guard position &- first >= least else { return false }
        unsafe place += 3
      }
      guard position == length else { return false }
    }
    return true
  }

  /// Whether a byte of a canonical target, which is ASCII, is in the set of a run.
  @inline(__always)
  private static func contains(_ run: UnsafePointer<UInt64>, _ byte: UInt8) -> Bool {
    let half = unsafe run[Int(truncatingIfNeeded: byte &>> 6 & 1)]
    return half &>> UInt64(truncatingIfNeeded: byte & 63) & 1 == 1
  }
}
