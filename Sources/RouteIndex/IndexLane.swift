/// The lane that a route is looked up in; lanes are asked in this order.
package enum IndexLane: UInt8, Sendable, CaseIterable {
  case guards, proxies, middleware, maps, fallbacks

  /// Several of them.
  ///
  /// Not an `OptionSet`, whose literals are made by generic code of another module.
  @frozen
  package struct Set: Sendable {
    @usableFromInline package let bits: UInt8

    @inlinable @inline(__always)
    package init(bits: UInt8) { self.bits = bits }

    @inlinable @inline(__always)
    init(_ lane: IndexLane) { self.init(bits: 1 << lane.rawValue) }

    @inlinable @inline(__always)
    package static var guards: Set { Set(.guards) }
    @inlinable @inline(__always)
    package static var proxies: Set { Set(.proxies) }
    @inlinable @inline(__always)
    package static var maps: Set { Set(.maps) }
    /// Maps and fallbacks, one of which a dispatch ends with.
    @inlinable @inline(__always)
    package static var ends: Set { Set(bits: maps.bits | Set(.fallbacks).bits) }
    /// All but proxies, which are not asked about a target that one of them committed to.
    @inlinable @inline(__always)
    package static var allButProxies: Set { Set(bits: all.bits & ~proxies.bits) }
    @inlinable @inline(__always)
    package static var all: Set { Set(bits: (Set(.fallbacks).bits << 1) - 1) }
  }
}

/// In which order the routes of a lane are asked.
///
/// Those of a router: guards and middleware are always asked as they were registered, proxies the
/// latest first, fallbacks the most specific first. Those of a list: all lanes alike.
package enum IndexOrder: Sendable {
  /// A router's maps by their registration, the latest first.
  case latestFirst
  /// A router's maps by how specific their patterns are, of those alike the latest first.
  case mostSpecificFirst
  /// The content of a list, as it was added.
  case asAdded
  /// The content of a list by how specific it is, of what is alike as it was added.
  case mostSpecificAsAdded

  /// Whether the patterns of a lane are compared.
  func isRanked(_ lane: IndexLane) -> Bool {
    switch self {
    case .latestFirst: lane == .fallbacks
    case .mostSpecificFirst: lane == .fallbacks || lane == .maps
    case .asAdded: false
    case .mostSpecificAsAdded: true
    }
  }

  /// Whether of two of a lane that are alike the earlier is asked first.
  func isEarliestFirst(_ lane: IndexLane) -> Bool {
    switch self {
    case .latestFirst, .mostSpecificFirst: lane == .guards || lane == .middleware
    case .asAdded, .mostSpecificAsAdded: true
    }
  }
}

/// A stand-in for a tag: as good as any identifier that is drawn at random.
@frozen
package struct IndexTag: Hashable, Sendable {
  package let first: UInt64
  package let second: UInt64

  @inlinable @inline(__always)
  package init(first: UInt64, second: UInt64) {
    self.first = first
    self.second = second
  }

  /// Whether two are the same; said here, so that it is known where modules look for routes.
  @inlinable @inline(__always)
  package static func == (one: Self, other: Self) -> Bool {
    one.first == other.first && one.second == other.second
  }

  /// That of no tag, under which all routes are found.
  @inlinable @inline(__always)
  package static var all: IndexTag { IndexTag(first: 0, second: 0) }
}
