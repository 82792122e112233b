/// The number of times that a route's turn came, and how long it took.
struct RouteFigures: Sendable {
  private(set) var hits = 0
  /// The time of day of the last one, in seconds.
  private(set) var lastSecond = 0
  /// The times that lie between a power of two and the next, each in four parts.
  private var counts: [UInt32] = []

  private static let parts = 4
  private static let limit = 44 * parts

  mutating func add(nanoseconds: Int64, at second: Int) {
    hits += 1
    lastSecond = max(lastSecond, second)
    let place = Self.place(of: nanoseconds)
    if place >= counts.count {
      counts.append(contentsOf: repeatElement(0, count: place - counts.count + 1))
    }
    counts[place] = counts[place] == .max ? .max : counts[place] + 1
  }

  /// Returns the time that a share of all take at most, in nanoseconds.
  func quantile(_ share: Double) -> Int64? {
    let total = counts.reduce(0) { $0 + Int($1) }
    guard total > 0 else { return nil }
    let wanted = max(1, Int((share * Double(total)).rounded(.up)))
    var sum = 0
    for (place, count) in counts.enumerated() {
      sum += Int(count)
      if sum >= wanted { return Self.upperBound(of: place) }
    }
    return nil
  }

  private static func place(of nanoseconds: Int64) -> Int {
    let value = UInt64(max(1, nanoseconds))
    let power = 63 - value.leadingZeroBitCount
    let part = power < 2 ? 0 : Int((value >> UInt64(power - 2)) & 3)
    return min(limit - 1, power * parts + part)
  }

  private static func upperBound(of place: Int) -> Int64 {
    let (power, part) = (place / parts, place % parts)
    guard power >= 2 else { return Int64(1) << Int64(power + 1) }
    return (Int64(1) << Int64(power)) + Int64(part + 1) << Int64(power - 2)
  }
}
