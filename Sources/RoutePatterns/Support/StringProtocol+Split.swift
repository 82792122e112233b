extension StringProtocol {
  /// Splits a text at an ASCII character.
  ///
  /// `split(separator:)` compares what is shown as one character, and so finds no separator where a
  /// mark follows that combines with it. What others split at a byte has to be split there.
  package func split(at byte: UInt8, omittingEmpty: Bool = true) -> [SubSequence] {
    utf8.split(separator: byte, omittingEmptySubsequences: omittingEmpty)
      .map { self[$0.startIndex..<$0.endIndex] }
  }
}
