/// Values that a trace withholds, as they may be taken over into other targets.
struct WithheldTexts: Sendable {
  /// The most texts that are looked for; of more anything may be one.
  static let limit = 64
  /// The fewest bytes of a text that is looked for within others.
  static let shortest = 3

  private var texts: Set<String> = []

  var isEmpty: Bool { texts.isEmpty }

  /// Takes in a value as it stands in a target: as it is, decoded, and each part of either.
  mutating func insert(_ value: Substring) {
    add(String(value))
    let decoded = Self.decoded(value)
    add(decoded)
    for part in decoded.utf8.split(whereSeparator: Self.isSeparator) {
      let part = Substring(part)
      add(String(part))
      add(Self.decoded(part))
    }
  }

  /// Takes in the values of a query; what has no name may be one.
  mutating func insert(query: Substring) {
    for item in query.split(at: UInt8(ascii: "&")) {
      let end = item.utf8.firstIndex(of: UInt8(ascii: "="))
      insert(end.map { Substring(item.utf8[$0...].dropFirst()) } ?? item)
    }
  }

  mutating func formUnion(_ others: WithheldTexts) {
    for text in others.texts { add(text) }
  }

  private mutating func add(_ text: String) {
    // One more than the limit says that there are more.
    if !text.isEmpty, texts.count <= Self.limit { texts.insert(text.lowercased()) }
  }

  /// Whether a text is one of them or has one within it, or may have; letters may have lost their
  /// case, as in a host.
  func isFound(in text: Substring) -> Bool {
    if texts.isEmpty || text.isEmpty { return false }
    if texts.count > Self.limit { return true }
    return Set([text.lowercased(), Self.decoded(text).lowercased()]).contains { form in
      texts.contains(form)
        || texts.contains { $0.utf8.count >= Self.shortest && form.contains($0) }
    }
  }

  private static func isSeparator(_ byte: UInt8) -> Bool {
    "/?&=#".utf8.contains(byte)
  }

  /// Returns a text without escapes; a plus is a space, as in a query.
  private static func decoded(_ text: Substring) -> String {
    QueryParameters(parsing: "v=\(text)").decoded.first?.1 ?? String(text)
  }
}
