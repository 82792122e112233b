internal import CSwitchyard

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
