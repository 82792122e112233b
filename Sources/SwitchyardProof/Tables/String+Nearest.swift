extension String {
  /// Returns the one of some words that this was most likely meant to be, if one is near enough.
  package func nearest(among words: [String], atMost bound: Int = .max) -> String? {
    let letters = Array(unicodeScalars.prefix(33))
    // A text that is much longer than a word was not mistyped for it.
    guard (2...32).contains(letters.count) else { return nil }
    let most = Swift.min(bound, Swift.max(1, letters.count / 3))
    var nearest: (word: String, distance: Int)?
    for word in words {
      // One that is that much longer or shorter is further away.
      let others = Array(word.unicodeScalars.prefix(letters.count + most + 1))
      guard abs(others.count - letters.count) <= most else { continue }
      let distance = letterDistance(letters, others)
      if distance <= most, distance < nearest?.distance ?? .max { nearest = (word, distance) }
    }
    return nearest?.word
  }
}

/// Returns the number of letters to insert, remove, change or swap with the next to turn one text
/// into another.
private func letterDistance(_ first: [Unicode.Scalar], _ second: [Unicode.Scalar]) -> Int {
  var rows = [Array(0...second.count)]
  for (row, letter) in first.enumerated() {
    var next = [row + 1]
    for (column, other) in second.enumerated() {
      let change = rows[row][column] + (letter == other ? 0 : 1)
      var least = min(change, rows[row][column + 1] + 1, next[column] + 1)
      if row > 0, column > 0, letter == second[column - 1], first[row - 1] == other {
        least = min(least, rows[row - 1][column - 1] + 1)
      }
      next.append(least)
    }
    rows.append(next)
  }
  return rows[first.count][second.count]
}
