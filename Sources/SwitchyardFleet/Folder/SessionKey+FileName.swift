extension SessionKey {
  /// The name of the file of a record: the digits of its key.
  var fileName: String { bytes.hexDigits }

  /// Reads the name of the file of a record; `nil` for another file.
  init?(fileName: String) {
    let digits = fileName.utf8.compactMap { Character(Unicode.Scalar($0)).hexDigitValue }
    guard digits.count == 64, fileName.utf8.count == 64 else { return nil }
    self.init(
      bytes: stride(from: 0, to: 64, by: 2).map { UInt8(digits[$0] << 4 | digits[$0 + 1]) }
    )
  }
}
