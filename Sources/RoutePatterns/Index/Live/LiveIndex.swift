internal import Synchronization

/// The routes of a router by what their patterns ask of a path, for any number of readers while one thread at a time
/// changes it.
///
/// The numbers of a path's segments are made once. For each shape that patterns have, which says what segments are
/// literal text, one table is asked for all routes of that shape and text; the pattern's own match decides where
/// the segments do not. A change touches one place of the table, and what is taken out of it is freed when the last
/// reader that may have seen it is gone.
///
/// Routes are added and taken out under a lock of the owner; `@unchecked`, for that lock and the marks of readers keep
/// both from what the other frees.
@safe
package final class LiveIndex: @unchecked Sendable {
  /// How many shapes there may be; the patterns of any other are found by their first segments.
  static let shapeLimit = 512

  /// The way to look for routes in it.
  package let reader: IndexReader
  /// How many slots hold a bucket, and how many have held one.
  private var filled = 0
  private var used = 0
  private var shapes: [IndexShape: ShapeRecord] = [:]
  private var lastShape: UInt64 = 0
  /// How many shapes some bucket has.
  private var usedShapes = 0
  /// At least the length of the longest literal segment that there has been.
  private var longest = 16
  private var retired = RetiredMemory()

  /// - Parameters:
  ///   - order: in which order maps are asked.
  ///   - ignoresCase: whether the patterns ignore the case of letters.
  ///   - steps: how many steps the matches of a lookup for the first route may take.
  package init(
    order: IndexOrder,
    ignoresCase: Bool,
    steps: Int = PatternLimits().matchSteps
  ) {
    reader = IndexReader(IndexShared(order: order, ignoresCase: ignoresCase, steps: steps))
    unsafe publish(Self.newSlots(16), mask: 15, directory: newDirectory())
  }

  deinit {
    let root = unsafe current
    for index in 0...(unsafe root.pointee.mask) {
      var bucket = unsafe bucket(in: root, at: index)
      while let last = bucket {
        bucket = last.next
        for route in 0..<last.count { unsafe last.routes[route].release() }
        unsafe last.memory.deallocate()
      }
    }
    unsafe root.pointee.directory.pointee.free()
    unsafe root.pointee.directory.deallocate()
    unsafe root.pointee.slots.deallocate()
    unsafe root.deallocate()
    unsafe retired.freeAll(reader.shared.pointee.epochs)
    reader.free()
  }

  private var current: UnsafeMutablePointer<IndexRoot> { unsafe reader.current }
  var order: IndexOrder { unsafe reader.shared.pointee.order }
  var ignoresCase: Bool { unsafe reader.shared.pointee.ignoresCase }
  private var epoch: UInt64 { unsafe reader.shared.pointee.epochs.now }

  // MARK: - Changes

  /// Makes the next version of the routes, which readers see as a whole or not at all.
  ///
  /// - Parameters:
  ///   - added: the routes that it adds, prepared for this index, each with its place in the order of registration.
  ///   - removed: the payloads of the routes that it removes, each with the places that it was given when it was added.
  /// - Returns: the places of the added routes, which are asked for to remove them.
  package func apply(
    adding added: [(route: IndexedPattern, order: UInt64)] = [],
    removing removed: [(payload: AnyObject, places: IndexPlaces)] = []
  ) -> [IndexPlaces] {
    let version = reader.version + 1
    let places = added.map { insert($0.route, order: $0.order, in: version) }
    for route in removed {
      let payload = unsafe UnsafeRawPointer(Unmanaged.passUnretained(route.payload).toOpaque())
      unsafe stamp(payload, at: route.places.first, version)
      for place in route.places.others { unsafe stamp(payload, at: place, version) }
    }
    unsafe reader.shared.pointee.version.store(version, ordering: .sequentiallyConsistent)
    // Who begins to read in a later epoch reads this version or a later one.
    for route in removed {
      let payload = unsafe UnsafeRawPointer(Unmanaged.passUnretained(route.payload).toOpaque())
      unsafe retired.add(removed: payload, at: route.places, in: epoch)
    }
    return places
  }

  private func insert(
    _ route: IndexedPattern,
    order: UInt64,
    in version: UInt64
  ) -> IndexPlaces {
    if shapes.count >= Self.shapeLimit, usedShapes * 4 <= Self.shapeLimit * 3 {
      forgetShapes()
    }
    let hasShapes =
      shapes.count < Self.shapeLimit || route.keys.allSatisfy { shapes[$0.shape] != nil }
    let keys = hasShapes ? route.keys : [shorterKey(of: route.pattern)]
    let isExact = route.isExact && hasShapes
    let record = route.record(order: order, version: version, isExact: isExact)
    let first = IndexPlaces.Place(number: keys[0].number(.all), tag: .all)
    var places = IndexPlaces(first: first)
    insert(record.copy(isFirst: true), route, keys[0], first)
    for (number, key) in keys.enumerated() {
      for tag in route.tagKeys {
        places.others.append(IndexPlaces.Place(number: key.number(tag), tag: tag))
        insert(record.copy(isFirst: false), route, key, places.others[places.others.count - 1])
      }
      guard number > 0 else { continue }
      places.others.append(IndexPlaces.Place(number: key.number(.all), tag: .all))
      insert(record.copy(isFirst: false), route, key, places.others[places.others.count - 1])
    }
    return places
  }

  private func insert(
    _ record: consuming IndexedRoute,
    _ route: IndexedPattern,
    _ key: IndexKey,
    _ place: IndexPlaces.Place
  ) {
    guard let index = slot(of: key, place), let first = bucket(at: index) else {
      let shape = self.record(of: key.shape)
      let bucket = BucketPointer(key, shapeID: shape.id, place.tag, route, capacity: 1)
      bucket.append(record)
      return add(bucket, key, shape)
    }
    // The buckets of one place stand in the order in which they are asked.
    var (previous, next): (BucketPointer?, BucketPointer?) = (nil, first)
    while let bucket = next {
      let order = order(of: bucket, beside: route)
      if order == 0 { return insert(record, into: bucket, after: previous, at: index) }
      if order > 0 { break }
      (previous, next) = (bucket, bucket.next)
    }
    let shapeID = unsafe first.block.pointee.shapeID
    let bucket = BucketPointer(key, shapeID: shapeID, place.tag, route, capacity: 1)
    bucket.append(record)
    unsafe bucket.block.pointee.next.store(next?.block, ordering: .relaxed)
    link(bucket, after: previous, at: index)
  }

  private func insert(
    _ record: consuming IndexedRoute,
    into bucket: BucketPointer,
    after previous: BucketPointer?,
    at index: Int
  ) {
    guard bucket.isFull else { return bucket.append(record) }
    let larger = bucket.remade(capacity: max(4, (bucket.count - bucket.removed) * 2))
    larger.append(record)
    link(larger, after: previous, at: index)
    unsafe retired.add(bucket.memory, in: epoch)
  }

  /// Whether a bucket is asked before the routes that are like one (below zero), after them, or holds them.
  private func order(of bucket: BucketPointer, beside route: IndexedPattern) -> Int {
    guard bucket.lane == route.lane else {
      return Int(bucket.lane.rawValue) - Int(route.lane.rawValue)
    }
    return -bucket.compareRank(to: route.rank)
  }

  /// Has readers of a version and of all later ones no longer find a route at a place.
  private func stamp(_ payload: UnsafeRawPointer, at place: IndexPlaces.Place, _ version: UInt64) {
    unsafe find(payload, at: place) { bucket, position, _, _ in
      unsafe bucket.routes[position].removed.store(version, ordering: .sequentiallyConsistent)
    }
  }

  /// Takes a route out of a place where no reader looks for it any more.
  private func unlink(_ payload: UnsafeRawPointer, from place: IndexPlaces.Place) {
    unsafe find(payload, at: place) { bucket, position, previous, index in
      let routes = unsafe bucket.routes
      unsafe routes[position].isUnlinked.store(true, ordering: .relaxed)
      unsafe bucket.block.pointee.removed.add(1, ordering: .relaxed)
      if unsafe routes[position].isFirst {
        unsafe retired.add(payload: payload, in: epoch)
        if let forms = unsafe routes[position].forms { unsafe retired.add(forms.memory, in: epoch) }
      }
      clean(bucket, after: previous, at: index)
    }
  }

  /// Calls a closure with the record of a route at one of its places.
  ///
  /// - Parameters:
  ///   - payload: the payload of the route.
  ///   - place: the place.
  ///   - body: takes the bucket, the position in it, the bucket before it and the slot of the first.
  private func find(
    _ payload: UnsafeRawPointer,
    at place: IndexPlaces.Place,
    _ body: (BucketPointer, Int, BucketPointer?, Int) -> Void
  ) {
    let root = unsafe current
    let mask = unsafe root.pointee.mask
    var index = Int(truncatingIfNeeded: place.number) & mask
    while unsafe root.pointee.slots[index].load(ordering: .relaxed) != IndexSlot.empty {
      var (previous, next): (BucketPointer?, BucketPointer?) = (
        nil, unsafe bucket(in: root, at: index)
      )
      while let bucket = next {
        if unsafe bucket.block.pointee.number == place.number,
          unsafe bucket.block.pointee.tag == place.tag,
          let position = unsafe bucket.position(of: payload)
        {
          return body(bucket, position, previous, index)
        }
        (previous, next) = (bucket, bucket.next)
      }
      index = (index + 1) & mask
    }
  }

  /// Unlinks and frees what no reader can see any more.
  /// - Returns: the payloads to be let go of when no lock is held, and whether nothing is left.
  package func collect() -> (payloads: RetiredPayloads, isDone: Bool) {
    for removal in unsafe retired.takeRemovals(reader.shared.pointee.epochs) {
      unsafe unlink(removal.payload, from: removal.places.first)
      for place in removal.places.others { unsafe unlink(removal.payload, from: place) }
    }
    return unsafe retired.collect(reader.shared.pointee.epochs)
  }

  /// The key of so many of the first segments that it is of a shape that there is.
  private func shorterKey(of pattern: RoutePattern) -> IndexKey {
    let outline = pattern.outline
    let depth = outline.segments.count - (outline.canLackLast ? 1 : 0)
    for count in stride(from: min(depth, 4), to: 0, by: -1) {
      let key = IndexKey(outline.segments[..<count], isOpen: true, ignoresCase: ignoresCase)
      if shapes[key.shape] != nil { return key }
    }
    // One more, once.
    return IndexKey([], isOpen: true, ignoresCase: ignoresCase)
  }

  // MARK: - The table

  private static func newSlots(_ count: Int) -> UnsafeMutablePointer<Atomic<UInt64>> {
    let slots = UnsafeMutablePointer<Atomic<UInt64>>.allocate(capacity: count)
    for index in 0..<count { unsafe (slots + index).initialize(to: Atomic(IndexSlot.empty)) }
    return unsafe slots
  }

  private func bucket(at index: Int) -> BucketPointer? { unsafe bucket(in: current, at: index) }

  private func bucket(
    in root: UnsafeMutablePointer<IndexRoot>,
    at index: Int
  ) -> BucketPointer? {
    let slot = unsafe root.pointee.slots[index].load(ordering: .relaxed)
    guard slot > IndexSlot.used,
      let memory = unsafe UnsafeMutablePointer<IndexBucket>(
        bitPattern: UInt(IndexSlot.address(slot))
      )
    else { return nil }
    return unsafe BucketPointer(block: memory)
  }

  private func slot(of key: IndexKey, _ place: IndexPlaces.Place) -> Int? {
    let root = unsafe current
    let mask = unsafe root.pointee.mask
    var index = Int(truncatingIfNeeded: place.number) & mask
    while unsafe root.pointee.slots[index].load(ordering: .relaxed) != IndexSlot.empty {
      if let bucket = unsafe bucket(in: root, at: index),
        unsafe bucket.block.pointee.number == place.number,
        unsafe bucket.block.pointee.tag == place.tag,
        unsafe bucket.block.pointee.shape == key.shape, bucket.hasText(key.text)
      {
        return index
      }
      index = (index + 1) & mask
    }
    return nil
  }

  /// Leaves out shapes that nobody has any longer; in the directory they stand until it is made anew.
  private func forgetShapes() { shapes = shapes.filter { $0.value.buckets > 0 } }

  private func record(of shape: IndexShape) -> ShapeRecord {
    if let record = shapes[shape] { return record }
    lastShape += 1
    let record = ShapeRecord(id: lastShape)
    shapes[shape] = record
    return record
  }

  private func add(_ bucket: BucketPointer, _ key: IndexKey, _ shape: ShapeRecord) {
    if shape.buckets == 0 { usedShapes += 1 }
    shape.buckets += 1
    let isNew = shape.texts.add(key)
    let isLonger = key.longest > longest
    while key.longest > longest { longest *= 2 }
    if !shape.isListed || isLonger {
      if shapes.count > 16, usedShapes * 2 < shapes.count { forgetShapes() }
      unsafe publish(current.pointee.slots, mask: current.pointee.mask, directory: newDirectory())
    } else if isNew {
      unsafe current.pointee.directory.pointee.add(key, id: shape.id)
    }
    if (used + 1) * 2 > (unsafe current.pointee.mask) { grow() }
    unsafe put(bucket, into: current.pointee.slots, mask: current.pointee.mask)
    filled += 1
    used += 1
  }

  private func put(
    _ bucket: BucketPointer,
    into slots: UnsafeMutablePointer<Atomic<UInt64>>,
    mask: Int
  ) {
    let number = unsafe bucket.block.pointee.number
    var index = Int(truncatingIfNeeded: number) & mask
    while unsafe slots[index].load(ordering: .relaxed) != IndexSlot.empty {
      index = (index + 1) & mask
    }
    unsafe slots[index].store(slot(bucket), ordering: .sequentiallyConsistent)
  }

  private func slot(_ bucket: BucketPointer) -> UInt64 {
    let address = unsafe UInt64(UInt(bitPattern: bucket.block))
    precondition(IndexSlot.address(address) == address, "Addresses have more than 48 bits.")
    return unsafe IndexSlot.tag(bucket.block.pointee.number) << 48 | address
  }

  /// Lets a bucket be found where another one was, or behind it.
  private func link(_ bucket: BucketPointer, after previous: BucketPointer?, at index: Int) {
    if let previous {
      unsafe previous.block.pointee.next.store(bucket.block, ordering: .sequentiallyConsistent)
    } else {
      unsafe current.pointee.slots[index].store(slot(bucket), ordering: .sequentiallyConsistent)
    }
  }

  /// Makes a bucket smaller that is mostly removed routes, or takes it out.
  private func clean(_ bucket: BucketPointer, after previous: BucketPointer?, at index: Int) {
    let (removed, count) = (bucket.removed, bucket.count)
    guard removed * 2 > count else { return }
    unsafe retired.add(bucket.memory, in: epoch)
    if removed < count {
      link(bucket.remade(capacity: count - removed), after: previous, at: index)
    } else if let previous {
      unsafe previous.block.pointee.next.store(
        bucket.next?.block,
        ordering: .sequentiallyConsistent
      )
    } else if let next = bucket.next {
      link(next, after: nil, at: index)
    } else {
      unsafe current.pointee.slots[index].store(IndexSlot.used, ordering: .sequentiallyConsistent)
      filled -= 1
      if let shape = unsafe shapes[bucket.block.pointee.shape] {
        shape.buckets -= 1
        if shape.buckets == 0 { usedShapes -= 1 }
      }
    }
  }

  /// Makes a table of twice as many slots as there are buckets, or more.
  private func grow() {
    let old = unsafe current
    var size = 16
    while size < (filled + 1) * 4 { size *= 2 }
    let slots = unsafe Self.newSlots(size)
    for index in 0...(unsafe old.pointee.mask) {
      if let bucket = unsafe bucket(in: old, at: index) {
        unsafe put(bucket, into: slots, mask: size - 1)
      }
    }
    used = filled
    unsafe retired.add(UnsafeMutableRawPointer(old.pointee.slots), in: epoch)
    unsafe publish(slots, mask: size - 1, directory: old.pointee.directory)
  }

  private func newDirectory() -> UnsafeMutablePointer<ShapeDirectory> {
    for shape in shapes.values { shape.isListed = true }
    let directory = UnsafeMutablePointer<ShapeDirectory>.allocate(capacity: 1)
    unsafe directory.initialize(to: ShapeDirectory(Array(shapes), longest: longest))
    return unsafe directory
  }

  /// Replaces what readers begin with.
  private func publish(
    _ slots: UnsafeMutablePointer<Atomic<UInt64>>,
    mask: Int,
    directory: UnsafeMutablePointer<ShapeDirectory>
  ) {
    let new = UnsafeMutablePointer<IndexRoot>.allocate(capacity: 1)
    unsafe new.initialize(to: IndexRoot(slots: slots, mask: mask, directory: directory))
    let old = unsafe reader.shared.pointee.root.exchange(new, ordering: .sequentiallyConsistent)
    guard let old = unsafe old else { return }
    if unsafe old.pointee.directory != directory {
      unsafe retired.add(old.pointee.directory, in: epoch)
    }
    unsafe retired.add(UnsafeMutableRawPointer(old), in: epoch)
  }
}
