/// A text with an end, as it stands in a signed cookie.
///
///     aGVsbG8.1763900000.dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk
///
/// These are the text as base64url, the end in seconds since 1970, and the signature of the two.
struct SignedValue {
  let value: String
  let end: HTTPDate

  init(_ value: String, until end: HTTPDate) {
    self.value = value
    self.end = end
  }

  /// Returns the value of a cookie.
  func text(named name: String, by keys: SigningKeys) -> String {
    let signed = "\(Nettle.base64URL(Array(value.utf8))).\(end.seconds)"
    return "\(signed).\(keys.signature(of: [signed], in: .cookie, named: name))"
  }

  /// Reads the value of a cookie, which is what `text` has written for the name and has not ended,
  /// or is `nil`.
  init?(parsing text: String, named name: String, by keys: SigningKeys, at now: HTTPDate) {
    // Nothing is longer that has been set.
    guard text.utf8.count <= 4096,
      let dot = text.utf8.lastIndex(of: UInt8(ascii: "."))
    else { return nil }
    let signed = String(text[..<dot])
    let signature = String(text[text.utf8.index(after: dot)...])
    // Nothing of it is read that is not signed.
    guard keys.isSignature(signature, of: [signed], in: .cookie, named: name) else { return nil }
    let parts = signed.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count == 2, let seconds = Int(parts[1]), now.seconds < seconds,
      let bytes = Nettle.bytes(fromBase64URL: parts[0]),
      let value = String(validating: bytes, as: UTF8.self)
    else { return nil }
    self.init(value, until: HTTPDate(seconds: seconds))
  }
}
