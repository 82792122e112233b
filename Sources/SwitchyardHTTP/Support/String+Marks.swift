extension String {
  /// The most marks that one letter of a text may have; Stream-Safe text (UAX #15) has 30.
  package static let markLimit = 100

  /// Checks that no letter of a text has more than 100 marks that combine with it.
  ///
  /// Where strings are compared or hashed, these marks are sorted in a time that grows with the
  /// square of their number: a body of nothing else holds a thread for minutes.
  /// - Parameter place: the text in words, such as "The body".
  /// - Throws: `ResponseError` 400.
  func checkMarks(in place: @autoclosure () -> String) throws(ResponseError) {
    guard hasCrowdedMarks else { return }
    throw ResponseError(
      .badRequest,
      message: "\(place()) has a letter with more than \(Self.markLimit) marks that combine with "
        + "it. Send fewer."
    )
  }

  /// Whether more than 100 marks that combine follow one another.
  package var hasCrowdedMarks: Bool {
    // Each has two bytes or more: so many of them lie across one of the places that are looked at.
    let step = 2 * Self.markLimit
    let scalars = unicodeScalars
    var place = utf8.startIndex
    while let next = utf8.index(place, offsetBy: step, limitedBy: utf8.endIndex) {
      // An index within a scalar stands for its beginning.
      let before = scalars[..<next].reversed().prefix(while: Self.isMark)
      let behind = scalars[next...].prefix(while: Self.isMark)
      if before.count + behind.count > Self.markLimit { return true }
      place = next
    }
    return false
  }

  private static func isMark(_ scalar: Unicode.Scalar) -> Bool {
    scalar.value >= 0x300 && scalar.properties.canonicalCombiningClass != .notReordered
  }
}

extension String {
  /// A text of JSON with the characters in it that are written by their numbers, as `\u0301`.
  ///
  /// It is no text of JSON any more, and is good for looking at its letters.
  var readingJSONEscapes: String {
    let backslash = UInt8(ascii: "\\")
    guard utf8.contains(backslash) else { return self }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(utf8.count)
    // The numbers in a row, of which two may be the halves of one character.
    var units: [UInt16] = []
    func take(_ plain: ArraySlice<UInt8>) {
      if !units.isEmpty, !plain.isEmpty {
        bytes += String(decoding: units, as: UTF16.self).utf8
        units.removeAll(keepingCapacity: true)
      }
      bytes += plain
    }
    var rest = Array(utf8)[...]
    while let place = rest.firstIndex(of: backslash) {
      take(rest[..<place])
      rest = rest[place...]
      if let unit = rest.dropFirst().numberOfJSONEscape {
        units.append(unit)
        rest = rest.dropFirst(6)
      } else {
        // With what is escaped, which may be a backslash.
        take(rest.prefix(2))
        rest = rest.dropFirst(2)
      }
    }
    take(rest)
    bytes += String(decoding: units, as: UTF16.self).utf8
    return String(decoding: bytes, as: UTF8.self)
  }
}

extension ArraySlice<UInt8> {
  /// The number of the escape whose `u` they begin with, or `nil` for all else.
  fileprivate var numberOfJSONEscape: UInt16? {
    guard count >= 5, first == UInt8(ascii: "u") else { return nil }
    var number: UInt16 = 0
    for byte in self[(startIndex + 1)..<(startIndex + 5)] {
      guard let digit = byte.hexDigitValue else { return nil }
      number = number << 4 | UInt16(digit)
    }
    return number
  }
}
