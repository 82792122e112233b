#if canImport(Darwin)
  internal import Darwin
#elseif canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#endif
internal import Synchronization

/// The routes that a path may lead to, as an index has found them, in memory that is kept.
@safe
struct HitList: ~Copyable {
  /// A route, and the bucket that it lies in.
  @safe
  struct Hit {
    var route: UnsafeMutablePointer<IndexedRoute>
    var bucket: BucketPointer
  }

  private(set) var hits: UnsafeMutablePointer<Hit>
  private var capacity = 32
  private(set) var count = 0

  /// For the life of the process, like the records of readers, or until it is freed.
  init() { unsafe hits = .allocate(capacity: 32) }

  mutating func clear() { count = 0 }

  @inline(__always)
  mutating func append(_ route: UnsafeMutablePointer<IndexedRoute>, _ bucket: BucketPointer) {
    if count == capacity { grow() }
    unsafe (hits + count).initialize(to: unsafe Hit(route: route, bucket: bucket))
    count &+= 1
  }

  @inline(never)
  private mutating func grow() {
    let larger = UnsafeMutablePointer<Hit>.allocate(capacity: capacity * 2)
    unsafe larger.moveInitialize(from: hits, count: count)
    unsafe hits.deallocate()
    unsafe hits = larger
    capacity *= 2
  }

  /// Brings the hits into the order in which they are asked.
  ///
  /// By steps that become smaller (Shell): in place, and there are seldom more than a few.
  mutating func sort(_ order: IndexOrder) {
    var step = count > 8 ? count / 2 : 1
    while step > 0 {
      for index in stride(from: step, to: count, by: 1) {
        let hit = unsafe hits[index]
        var place = index
        while place >= step,
          unsafe order.precedes(hit.route, hits[place - step].route)
        {
          unsafe hits[place] = hits[place - step]
          place -= step
        }
        unsafe hits[place] = hit
      }
      step = step == 2 ? 1 : Int(Double(step) / 2.2)
    }
  }

  func free() { unsafe hits.deallocate() }
}

/// In which order the routes of a lane are asked.
package enum IndexOrder: Sendable {
  /// Maps by their registration, the latest first.
  case latestFirst
  /// Maps by how specific their patterns are, of those alike the latest first.
  case mostSpecificFirst

  @inline(__always)
  fileprivate func precedes(
    _ one: UnsafeMutablePointer<IndexedRoute>,
    _ other: UnsafeMutablePointer<IndexedRoute>
  ) -> Bool {
    let lane = unsafe one.pointee.lane
    let otherLane = unsafe other.pointee.lane
    guard lane == otherLane else { return lane.rawValue < otherLane.rawValue }
    let (order, otherOrder) = unsafe (one.pointee.order, other.pointee.order)
    if lane == .guards { return order < otherOrder }
    if lane == .fallbacks
      || (lane == .maps && self == .mostSpecificFirst)
    {
      let comparison = unsafe Self.compare(one.pointee.rank, other.pointee.rank)
      if comparison != 0 { return comparison > 0 }
    }
    return order > otherOrder
  }

  private static func compare(
    _ one: UnsafeRawBufferPointer,
    _ other: UnsafeRawBufferPointer
  ) -> Int {
    let count = min(one.count, other.count)
    // What is ranked has a key, which is not empty.
    guard let mine = one.baseAddress, let theirs = other.baseAddress else { return 0 }
    let difference = unsafe memcmp(mine, theirs, count)
    return difference != 0 ? Int(difference) : one.count - other.count
  }
}

/// What a route is looked up as; they are asked in this order.
package enum IndexLane: UInt8, Sendable {
  case guards, proxies, maps, fallbacks

  /// Several of them.
  ///
  /// Not an `OptionSet`, whose literals are made by generic code of another module.
  @frozen
  package struct Set: Sendable {
    @usableFromInline let bits: UInt8
    @inlinable @inline(__always)
    init(bits: UInt8) { self.bits = bits }

    @inlinable @inline(__always)
    package static var guards: Set { Set(bits: 1) }
    @inlinable @inline(__always)
    package static var proxies: Set { Set(bits: 2) }
    @inlinable @inline(__always)
    package static var maps: Set { Set(bits: 4) }
    /// Maps and fallbacks, one of which a dispatch ends with.
    @inlinable @inline(__always)
    package static var ends: Set { Set(bits: 12) }
    @inlinable @inline(__always)
    package static var all: Set { Set(bits: 15) }
  }
}
