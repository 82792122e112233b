/// A text that is compared and hashed byte by byte.
///
/// `String` compares what letters look like. To do so it sorts the marks that combine with one of
/// them, in a time that grows with the square of their number, and it takes signs for equal that
/// standards tell apart, such as K and the sign of kelvin. So texts that clients choose are no
/// keys of sets and dictionaries, and are not compared by `==`.
package struct BytewiseText: Hashable, Sendable {
  /// The text.
  package let text: String

  /// Makes a key of a text.
  package init(_ text: String) { self.text = text }

  /// Whether two texts have the same bytes.
  package static func == (one: Self, other: Self) -> Bool { one.text.hasSameBytes(as: other.text) }

  /// Hashes the bytes.
  package func hash(into hasher: inout Hasher) {
    text.withBytes { bytes in
      unsafe bytes.withUnsafeBytes { unsafe hasher.combine(bytes: $0) }
    }
    // No byte of a text: so two texts in a row are not the same as two others.
    hasher.combine(0xFF as UInt8)
  }
}

extension StringProtocol {
  /// Whether two texts have the same bytes, whatever they look like.
  @inlinable
  package func hasSameBytes(as other: some StringProtocol) -> Bool {
    utf8.count == other.utf8.count && utf8.elementsEqual(other.utf8)
  }
}
