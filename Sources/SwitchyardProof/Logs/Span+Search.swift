internal import SwitchyardSystem

extension Span<UInt8> {
  /// Returns the first place of a byte within a range of places.
  @inline(__always)
  func first(_ byte: UInt8, in places: Range<Int>) -> Int? {
    guard !places.isEmpty else { return nil }
    precondition(places.lowerBound >= 0 && places.upperBound <= count)
    return unsafe withUnsafeBytes { bytes -> Int? in
      guard let base = bytes.baseAddress,
        let found = unsafe memchr(base + places.lowerBound, Int32(byte), places.count)
      else { return nil }
      return unsafe UnsafeRawPointer(found) - base
    }
  }

  /// Returns whether a text stands at a place.
  @inline(__always)
  func has(_ text: StaticString, at place: Int) -> Bool {
    let length = text.utf8CodeUnitCount
    guard place >= 0, length <= count - place else { return false }
    return unsafe withUnsafeBytes { bytes in
      guard let base = bytes.baseAddress else { return length == 0 }
      return unsafe memcmp(base + place, text.utf8Start, length) == 0
    }
  }

  /// Returns whether these are the bytes of a text.
  func equals(_ text: StaticString) -> Bool { count == text.utf8CodeUnitCount && has(text, at: 0) }

  /// Returns the text of a range of places, with what is not UTF-8 replaced.
  func text(_ places: Range<Int>) -> String {
    let part = extracting(places)
    return unsafe part.withUnsafeBufferPointer { unsafe String(decoding: $0, as: UTF8.self) }
  }

  /// Returns the value of the hexadecimal digits at a place.
  func hexadecimal(_ digits: Int, at place: Int) -> UInt32? {
    guard place >= 0, digits <= count - place else { return nil }
    var value: UInt32 = 0
    for offset in 0..<digits {
      guard let digit = self[place + offset].hexDigitValue else { return nil }
      value = value << 4 | UInt32(digit)
    }
    return value
  }
}
