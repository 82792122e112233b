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
  /// The way to look for routes in it.
  package let reader: IndexReader
  /// How many slots hold a bucket, and how many have held one.
  private var filled = 0
  private var used = 0
  /// How many buckets have a shape.
  private var shapes: [IndexShape: Int] = [:]
  /// The longest literal segment that there has been.
  private var longest = 16
  private var retired = RetiredMemory()

  package init(order: IndexOrder, ignoresCase: Bool) {
    reader = IndexReader(order: order, ignoresCase: ignoresCase)
    unsafe publish(Self.newSlots(16), mask: 15, directory: newDirectory())
  }

  deinit {
    let root = unsafe current
    for index in 0...(unsafe root.pointee.mask) {
      if let bucket = unsafe bucket(in: root, at: index) {
        for route in 0..<bucket.count {
          unsafe bucket.routes[route].release()
        }
        unsafe bucket.memory.deallocate()
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
  private var order: IndexOrder { unsafe reader.shared.pointee.order }
  private var ignoresCase: Bool { unsafe reader.shared.pointee.ignoresCase }
  private var epoch: UInt64 { unsafe reader.shared.pointee.epochs.now }

  // MARK: - Changes

  /// Adds a route.
  package func insert(_ route: IndexedPattern) {
    let keys = keys(of: route.outline)
    let record = route.record(order: order, ignoresCase: ignoresCase, places: keys.count)
    for (number, key) in keys.enumerated() {
      insert(record.copy(isFirst: number == 0), key)
    }
  }

  private func insert(_ record: consuming IndexedRoute, _ key: IndexKey) {
    guard let (index, bucket) = place(of: key) else {
      let bucket = BucketPointer(key, capacity: 1)
      bucket.append(record)
      add(bucket, key)
      return
    }
    guard bucket.isFull else { return bucket.append(record) }
    let count = bucket.count - bucket.removed
    let larger = bucket.remade(capacity: max(4, count * 2))
    larger.append(record)
    replace(at: index, with: larger, bucket)
  }

  /// Takes a route out.
  package func remove(_ route: IndexedPattern) {
    for key in keys(of: route.outline) {
      guard let (index, bucket) = place(of: key) else { continue }
      let routes = unsafe bucket.routes
      for position in 0..<bucket.count
      where unsafe routes[position].payload == route.payload
        && !routes[position].isRemoved.load(ordering: .relaxed)
      {
        unsafe routes[position].isRemoved.store(true, ordering: .releasing)
        unsafe bucket.block.pointee.removed.add(1, ordering: .relaxed)
        if unsafe routes[position].isFirst { unsafe retired.add(routes + position, in: epoch) }
        clean(bucket, at: index)
        break
      }
    }
  }

  /// Frees what no reader can have seen any more.
  /// - Returns: what is to be let go of when no lock is held, and whether anything is left.
  package func collect() -> (payloads: RetiredPayloads, isDone: Bool) {
    unsafe retired.collect(reader.shared.pointee.epochs)
  }

  private func keys(of outline: PatternOutline) -> [IndexKey] {
    // Of more segments than are told apart all that is known is their beginning: one place, which is open.
    let isTold = outline.segments.count < PathScan.limit
    let places = isTold ? outline.places[...] : outline.places.prefix(1)
    return places.map { place in
      IndexKey(
        outline.segments[..<place.depth],
        isOpen: place.isOpen,
        ignoresCase: ignoresCase
      )
    }
  }

  // MARK: - The table

  private static func newSlots(_ count: Int) -> UnsafeMutablePointer<Atomic<UInt64>> {
    let slots = UnsafeMutablePointer<Atomic<UInt64>>.allocate(capacity: count)
    for index in 0..<count { unsafe (slots + index).initialize(to: Atomic(IndexSlot.empty)) }
    return unsafe slots
  }

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

  private func place(of key: IndexKey) -> (Int, BucketPointer)? {
    let root = unsafe current
    let mask = unsafe root.pointee.mask
    var index = Int(truncatingIfNeeded: key.number) & mask
    while unsafe root.pointee.slots[index].load(ordering: .relaxed) != IndexSlot.empty {
      if let bucket = unsafe bucket(in: root, at: index),
        unsafe bucket.block.pointee.number == key.number,
        unsafe bucket.block.pointee.shape == key.shape, bucket.hasText(key.literals)
      {
        return (index, bucket)
      }
      index = (index + 1) & mask
    }
    return nil
  }

  private func add(_ bucket: BucketPointer, _ key: IndexKey) {
    let mask = unsafe current.pointee.mask
    if (used + 1) * 2 > mask { grow() }
    unsafe put(bucket, into: current.pointee.slots, mask: current.pointee.mask)
    filled += 1
    used += 1
    let count = shapes[key.shape]
    shapes[key.shape] = (count ?? 0) + 1
    let isLonger = key.longest > longest
    longest = max(longest, key.longest)
    if count == nil || isLonger {
      // Shapes that nobody has any longer are left out now and then.
      if shapes.count > 16, shapes.values.count(where: { $0 == 0 }) * 2 > shapes.count {
        shapes = shapes.filter { $0.value > 0 }
      }
      unsafe publish(current.pointee.slots, mask: current.pointee.mask, directory: newDirectory())
    }
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

  private func replace(at index: Int, with new: BucketPointer, _ old: BucketPointer) {
    unsafe current.pointee.slots[index].store(slot(new), ordering: .sequentiallyConsistent)
    unsafe retired.add(old.memory, in: epoch)
  }

  /// Makes a bucket smaller that is mostly removed routes, or takes it out.
  private func clean(_ bucket: BucketPointer, at index: Int) {
    let (removed, count) = (bucket.removed, bucket.count)
    if removed == count {
      unsafe current.pointee.slots[index].store(
        IndexSlot.used,
        ordering: .sequentiallyConsistent
      )
      filled -= 1
      unsafe shapes[bucket.block.pointee.shape, default: 1] -= 1
      unsafe retired.add(bucket.memory, in: epoch)
    } else if removed * 2 > count {
      replace(at: index, with: bucket.remade(capacity: max(1, count - removed)), bucket)
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
    let directory = UnsafeMutablePointer<ShapeDirectory>.allocate(capacity: 1)
    unsafe directory.initialize(to: ShapeDirectory(shapes.keys, longest: longest))
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
