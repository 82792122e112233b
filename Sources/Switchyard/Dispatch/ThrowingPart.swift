/// The part of a call whose error is on its way out, of those that are around one another.
struct ThrowingPart {
  private(set) var entry: RouteEntry?
  /// The text of the error.
  private var text: String?

  /// Notes that a part ends: an error that comes through from within is that of the part which has
  /// thrown it.
  mutating func note(_ ending: PartEnding) {
    guard ending.text == nil || ending.text != text else { return }
    (entry, text) = (ending.text == nil ? nil : ending.entry, ending.text)
  }
}

/// The end of a part; made outside of locks, as it calls the error for its text.
struct PartEnding {
  let entry: RouteEntry
  let text: String?

  init(_ entry: RouteEntry, _ error: (any Error)?) {
    self.entry = entry
    text = error.map { "\(type(of: $0)) \($0)" }
  }
}
