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
  /// Whether they stand in the order in which they are asked, as those of one place do.
  private var isSorted = true

  /// For the life of the process, like the records of readers, or until it is freed.
  init() { unsafe hits = LoneMemory.allocate(Hit.self, capacity: 32) }

  mutating func clear() {
    count = 0
    isSorted = true
  }

  /// Says that what comes next is of another place.
  @inline(__always)
  mutating func begin() { isSorted = count == 0 }

  @inline(__always)
  mutating func append(_ route: UnsafeMutablePointer<IndexedRoute>, _ bucket: BucketPointer) {
    if count == capacity { grow() }
    unsafe (hits + count).initialize(to: unsafe Hit(route: route, bucket: bucket))
    count &+= 1
  }

  @inline(never)
  private mutating func grow() {
    let larger = unsafe LoneMemory.allocate(Hit.self, capacity: capacity * 2)
    unsafe larger.moveInitialize(from: hits, count: count)
    unsafe hits.deallocate()
    unsafe hits = larger
    capacity *= 2
  }

  /// Brings the hits into the order in which they are asked.
  ///
  /// By steps that become smaller (Shell): in place, and there are seldom more than a few.
  mutating func sort(_ order: IndexOrder) {
    guard !isSorted else { return }
    var step = count > 8 ? count / 2 : 1
    while step > 0 {
      for index in stride(from: step, to: count, by: 1) {
        let hit = unsafe hits[index]
        var place = index
        while place >= step,
          unsafe order.precedes(hit, hits[place - step])
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

  func precedes(
    _ one: HitList.Hit,
    _ other: HitList.Hit
  ) -> Bool {
    let (lane, otherLane) = (one.bucket.lane, other.bucket.lane)
    guard lane == otherLane else { return lane.rawValue < otherLane.rawValue }
    let (order, otherOrder) = unsafe (one.route.pointee.order, other.route.pointee.order)
    if lane == .guards { return order < otherOrder }
    // Only where it is asked for are there ranks.
    let comparison = one.bucket.compareRank(to: other.bucket)
    return comparison != 0 ? comparison > 0 : order > otherOrder
  }
}

/// What a route is looked up as; they are asked in this order.
package enum IndexLane: UInt8, Sendable {
  case guards, proxies, maps, fallbacks

  /// Whether a dispatch can end with it.
  @inline(__always)
  var isEnd: Bool { rawValue >= IndexLane.maps.rawValue }

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
    /// All but proxies, which are not asked about a target that one of them committed to.
    @inlinable @inline(__always)
    package static var allButProxies: Set { Set(bits: 13) }
    @inlinable @inline(__always)
    package static var all: Set { Set(bits: 15) }
  }
}
