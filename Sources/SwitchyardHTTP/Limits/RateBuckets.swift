/// The buckets of a rate limit that are not full, each by the time at which it will be.
///
/// A bucket that is full is the same as none. So this one number says all of a bucket: taking a
/// token moves it on by the time in which one comes back. They stand in a heap, in which the one
/// that is full first is the first: what may go is found at once, and nothing else ever goes.
struct RateBuckets {
  private struct Bucket {
    let key: RateKey
    var fullAt: Int64
  }

  /// The most keys that have buckets of their own.
  let keyLimit: Int
  /// The time in which a token comes back, in nanoseconds.
  private let interval: Int64
  /// The time in which an empty bucket becomes full.
  private let span: Int64
  private var heap: [Bucket] = []
  private var places: [RateKey: Int] = [:]
  /// The bucket of all clients of whom nothing is known.
  private var unknown = Int64.min
  /// The bucket of all keys for which there is no room.
  private var crowd = Int64.min
  private var latest = Int64.min

  init(interval: Int64, burst: Int, keyLimit: Int) {
    // No longer than the time in which a bucket is filled, or its first token never came.
    self.interval = min(interval, Self.longest)
    self.keyLimit = keyLimit
    let (span, isTooLong) = interval.multipliedReportingOverflow(by: Int64(burst))
    // A time that nobody waits for, and far from the end of the numbers.
    self.span = isTooLong ? Self.longest : min(span, Self.longest)
    // To make room later would move all of them at once, for which everybody had to wait; memory
    // that nobody has touched is none.
    let room = min(keyLimit, 1 << 20)
    heap.reserveCapacity(room)
    places.reserveCapacity(room)
  }

  static let longest = Int64.max / 8

  /// The number of keys that have buckets of their own.
  var count: Int { heap.count }

  /// Takes a token.
  /// - Returns: the time until there is one, or `nil` if one was taken.
  mutating func take(_ key: RateKey, at now: Int64) -> Int64? {
    // A clock that is turned back gives nothing for a second time.
    latest = max(latest, min(now, Self.longest))
    // One may come, so that two that go make room in the long run.
    for _ in 0..<2 where heap.first.map({ $0.fullAt <= latest }) == true { removeFirst() }
    if key == .unknown { return take(&unknown) }
    if let place = places[key] {
      var fullAt = heap[place].fullAt
      let wait = take(&fullAt)
      if wait == nil {
        heap[place].fullAt = fullAt
        siftDown(place)
      }
      return wait
    }
    guard heap.count < keyLimit else { return take(&crowd) }
    var fullAt = Int64.min
    let wait = take(&fullAt)
    heap.append(Bucket(key: key, fullAt: fullAt))
    places[key] = heap.count - 1
    siftUp(heap.count - 1)
    return wait
  }

  private func take(_ fullAt: inout Int64) -> Int64? {
    let next = max(fullAt, latest) + interval
    // Of the first token in a full bucket it is never true.
    if next - latest > span { return next - latest - span }
    fullAt = next
    return nil
  }

  // MARK: - The heap

  private mutating func removeFirst() {
    places[heap[0].key] = nil
    let last = heap.removeLast()
    guard !heap.isEmpty else { return }
    heap[0] = last
    siftDown(0)
  }

  private mutating func siftUp(_ start: Int) {
    let bucket = heap[start]
    var place = start
    while place > 0, heap[(place - 1) / 2].fullAt > bucket.fullAt {
      put(heap[(place - 1) / 2], at: place)
      place = (place - 1) / 2
    }
    if place != start { put(bucket, at: place) }
  }

  private mutating func siftDown(_ start: Int) {
    let bucket = heap[start]
    var place = start
    while 2 * place + 1 < heap.count {
      var child = 2 * place + 1
      if child + 1 < heap.count, heap[child + 1].fullAt < heap[child].fullAt { child += 1 }
      guard heap[child].fullAt < bucket.fullAt else { break }
      put(heap[child], at: place)
      place = child
    }
    put(bucket, at: place)
  }

  private mutating func put(_ bucket: Bucket, at place: Int) {
    heap[place] = bucket
    places[bucket.key] = place
  }
}
