/// A set of places, of which the first 64 take no memory from the heap.
struct PlaceSet {
  private var first: UInt64 = 0
  /// A bit for each place behind them, 64 in each word.
  private var others: [UInt64] = []

  mutating func insert(_ place: Int) {
    guard place < UInt64.bitWidth else { return insert(behind: place - UInt64.bitWidth) }
    first |= 1 &<< UInt64(place)
  }

  @inline(never)
  private mutating func insert(behind place: Int) {
    let word = place / UInt64.bitWidth
    while others.count <= word { others.append(0) }
    others[word] |= 1 &<< UInt64(place % UInt64.bitWidth)
  }

  func contains(_ place: Int) -> Bool {
    let word = place < UInt64.bitWidth ? first : others(at: place / UInt64.bitWidth - 1)
    return word >> UInt64(place % UInt64.bitWidth) & 1 == 1
  }

  private func others(at word: Int) -> UInt64 { word < others.count ? others[word] : 0 }
}
