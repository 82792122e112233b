extension String {
  /// The one of some words that this was most likely meant to be, if one is near enough.
  func nearest(among words: [String]) -> String? {
    // Nothing that is much longer than a word is one that was mistyped.
    guard unicodeScalars.count <= 32 else { return nil }
    let nearest = words.map { (word: $0, distance: distance(to: $0)) }.min {
      $0.distance < $1.distance
    }
    guard let nearest, nearest.distance <= max(1, unicodeScalars.count / 3) else { return nil }
    return nearest.word
  }

  /// How many letters have to be put in, taken out or changed to make another text of this.
  private func distance(to other: String) -> Int {
    let other = Array(other.unicodeScalars)
    var row = Array(0...other.count)
    for (index, scalar) in unicodeScalars.enumerated() {
      var diagonal = row[0]
      row[0] = index + 1
      for column in other.indices {
        let change = diagonal + (other[column] == scalar ? 0 : 1)
        diagonal = row[column + 1]
        row[column + 1] = Swift.min(change, diagonal + 1, row[column] + 1)
      }
    }
    return row[other.count]
  }
}
