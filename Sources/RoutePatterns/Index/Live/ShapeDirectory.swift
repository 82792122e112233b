internal import Synchronization

/// The shapes that paths of each number of segments can have, those of one number side by side, in groups of 64.
///
/// Where there are several, one segment of a path, or two, say which of them can have such a text: a table for each
/// has a bit for each shape of the group. So a path is looked up once or twice, however many shapes there are.
@safe
struct ShapeDirectory: ~Copyable {
  /// What is looked for.
  struct Entry {
    var literals: UInt64
    var salt: UInt64
    var id: UInt64
  }

  /// What the texts of a segment say.
  @safe
  struct Filter {
    var segment = 0
    /// Of each kind of text the shapes that have such, and all those that take any; `bits` are added to.
    var table: UnsafeMutablePointer<Atomic<UInt64>>

    /// The shapes that a text of a number fits.
    @inline(__always)
    func shapes(_ number: UInt64) -> UInt64 {
      unsafe table[ShapeTexts.kind(number)].load(ordering: .relaxed)
    }
  }

  @safe
  struct Group {
    let entries: UnsafeMutablePointer<Entry>
    /// A bit for each of the shapes.
    let all: UInt64
    /// How many segments are looked at, of which the first and the second are said here.
    let filterCount: Int
    let first: Filter
    let second: Filter
  }

  /// The most segments that a shape has.
  let depth: Int
  /// At least the length of the longest literal segment that there has been.
  let longest: Int
  /// Where the groups of each number of segments begin; behind the last those of all larger numbers.
  private let offsets: UnsafeMutablePointer<Int>
  private let groups: UnsafeMutablePointer<Group>
  private let entries: UnsafeMutablePointer<Entry>
  private let tables: UnsafeMutablePointer<Atomic<UInt64>>

  init(_ shapes: [(key: IndexShape, value: ShapeRecord)], longest: Int) {
    self.longest = longest
    depth = shapes.map(\.key.depth).max() ?? 0
    var plan = DirectoryPlan()
    unsafe offsets = .allocate(capacity: depth + 3)
    for count in 0...(depth + 1) {
      unsafe (offsets + count).initialize(to: plan.groups.count)
      plan.add(shapes.filter { $0.key.fits(count: count) }, count: count)
    }
    unsafe (offsets + depth + 2).initialize(to: plan.groups.count)
    unsafe entries = .allocate(capacity: max(plan.entries.count, 1))
    for (index, entry) in plan.entries.enumerated() {
      unsafe (entries + index).initialize(to: entry)
    }
    unsafe tables = .allocate(capacity: max(plan.tables.count, 1))
    for (index, bits) in plan.tables.enumerated() {
      unsafe (tables + index).initialize(to: Atomic(bits))
    }
    unsafe groups = .allocate(capacity: max(plan.groups.count, 1))
    for (index, group) in plan.groups.enumerated() {
      let filters = group.filters.map { filter in
        unsafe Filter(segment: filter.segment, table: tables + filter.table)
      }
      let none = unsafe Filter(table: tables)
      unsafe (groups + index).initialize(
        to: Group(
          entries: entries + group.entries.lowerBound,
          all: UInt64.max >> UInt64(64 - group.entries.count),
          filterCount: filters.count,
          first: filters.first ?? none,
          second: filters.count > 1 ? filters[1] : none
        )
      )
    }
  }

  /// The groups of paths of a number of segments, which is one more than the depth for all that have more.
  @inline(__always)
  func groups(count: Int) -> (UnsafeMutablePointer<Group>, count: Int) {
    let (start, end) = unsafe (offsets[count], offsets[count &+ 1])
    return unsafe (groups + start, end &- start)
  }

  /// Adds texts of a shape, which readers may meet from now on.
  func add(_ key: IndexKey, id: UInt64) {
    guard key.shape.depth <= depth else { return }
    let last = key.shape.isOpen ? depth + 1 : key.shape.depth
    for count in key.shape.depth...last {
      let (groups, groupCount) = unsafe groups(count: count)
      for position in 0..<groupCount {
        let group = unsafe groups[position]
        for index in 0..<group.all.nonzeroBitCount
        where unsafe group.entries[index].id == id {
          add(key, to: group, 1 << UInt64(index))
        }
      }
    }
  }

  private func add(_ key: IndexKey, to group: Group, _ bit: UInt64) {
    guard group.filterCount > 0 else { return }
    key.forEachLiteral { segment, number, _ in
      for filter in [group.first, group.second].prefix(group.filterCount)
      where filter.segment == segment {
        let kind = ShapeTexts.kind(number)
        let bits = unsafe filter.table[kind].load(ordering: .relaxed)
        // One thread at a time changes it.
        unsafe filter.table[kind].store(bits | bit, ordering: .relaxed)
      }
    }
  }

  func free() {
    unsafe offsets.deallocate()
    unsafe groups.deallocate()
    unsafe entries.deallocate()
    unsafe tables.deallocate()
  }
}

/// What kinds of texts the first segments of a shape have.
struct ShapeTexts {
  /// How many segments are told apart.
  static let segments = 8

  /// A bit for each kind of text, of each segment.
  private(set) var seen = [UInt64](repeating: 0, count: ShapeTexts.segments)

  /// One of 64 kinds of texts.
  @inline(__always)
  static func kind(_ number: UInt64) -> Int { Int(truncatingIfNeeded: number &>> 58) }

  /// Adds the texts of a key.
  /// - Returns: whether one is of a kind that has not been there.
  mutating func add(_ key: IndexKey) -> Bool {
    var isNew = false
    key.forEachLiteral { segment, number, _ in
      let bit: UInt64 = 1 << UInt64(Self.kind(number))
      if segment < Self.segments, seen[segment] & bit == 0 {
        seen[segment] |= bit
        isNew = true
      }
    }
    return isNew
  }
}

/// What is known of a shape.
final class ShapeRecord {
  /// What it is told apart by.
  let id: UInt64
  /// How many buckets have it.
  var buckets = 0
  /// The texts that it has had.
  var texts = ShapeTexts()
  /// Whether it is in the directory.
  var isListed = false

  init(id: UInt64) { self.id = id }
}

/// What a directory is to be made of.
private struct DirectoryPlan {
  struct Group {
    var entries: Range<Int>
    var filters: [(segment: Int, table: Int)] = []
  }

  var entries: [ShapeDirectory.Entry] = []
  var groups: [Group] = []
  var tables: [UInt64] = []

  /// Adds the shapes of paths of a number of segments.
  mutating func add(_ shapes: [(key: IndexShape, value: ShapeRecord)], count: Int) {
    var rest = shapes[...]
    while !rest.isEmpty {
      let shapes = rest.prefix(64)
      rest = rest.dropFirst(64)
      let start = entries.count
      for (shape, record) in shapes {
        entries.append(.init(literals: shape.literals, salt: shape.salt, id: record.id))
      }
      var group = Group(entries: start..<entries.count)
      if shapes.count > 1 { addFilters(to: &group, Array(shapes), count: count) }
      groups.append(group)
    }
  }

  /// Chooses the segments that leave the fewest shapes.
  private mutating func addFilters(
    to group: inout Group,
    _ shapes: [(key: IndexShape, value: ShapeRecord)],
    count: Int
  ) {
    let literals = shapes.reduce(UInt64(0)) { $0 | $1.key.literals }
    let candidates = (0..<min(count, ShapeTexts.segments))
      .filter { literals >> UInt64($0) & 1 == 1 }
      .map { segment in (segment: segment, table: Self.table(shapes, segment)) }
    let ranked = candidates.map { ($0, Self.left($0.table, of: shapes.count)) }
      .sorted { $0.1 < $1.1 }
      .filter { $0.1 < Double(shapes.count) * 0.9 }
    guard let best = ranked.first else { return }
    let isEnough = best.1 < 1.25
    for (candidate, _) in ranked.prefix(isEnough ? 1 : 2) {
      group.filters.append((candidate.segment, tables.count))
      tables += candidate.table
    }
  }

  private static func table(
    _ shapes: [(key: IndexShape, value: ShapeRecord)],
    _ segment: Int
  ) -> [UInt64] {
    var any: UInt64 = 0
    for (index, (shape, _)) in shapes.enumerated()
    where shape.literals >> UInt64(segment) & 1 == 0 { any |= 1 << UInt64(index) }
    var table = [UInt64](repeating: any, count: 64)
    for (index, (shape, record)) in shapes.enumerated()
    where shape.literals >> UInt64(segment) & 1 == 1 {
      var seen = record.texts.seen[segment]
      while seen != 0 {
        table[seen.trailingZeroBitCount] |= 1 << UInt64(index)
        seen &= seen - 1
      }
    }
    return table
  }

  /// How many of the shapes a text leaves that some of them have, on average.
  private static func left(_ table: [UInt64], of count: Int) -> Double {
    let any = table.reduce(UInt64.max) { $0 & $1 }
    let known = table.filter { $0 != any }
    guard !known.isEmpty else { return Double(count) }
    return Double(known.reduce(0) { $0 + $1.nonzeroBitCount }) / Double(known.count)
  }
}
