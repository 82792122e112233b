internal import RoutePatterns
internal import Synchronization

extension LiveIndex {
  /// The number of forms that may lead on from a node; patterns of more are asked.
  ///
  /// Of most of them a lookup looks at two bytes.
  static var formLimit: Int { 1_024 }

  /// The nodes that a route is to be found at, which are made where there are none.
  func nodes(
    _ lane: IndexLane,
    _ tagKeys: [IndexTag],
    _ reading: inout PatternReading
  ) -> [(place: PatternReading.Place, node: NodePointer)] {
    let others = reading.earlierPlace.map { $0.depth + tagKeys.count } ?? 0
    let count = reading.place.depth + tagKeys.count + others
    if unsafe (filled + count) * 2 > root.pointee.size { rebuild(for: count) }
    while true {
      do throws(Obstacle) {
        return try unsafe knownNodes(lane, tagKeys, reading)
      } catch {
        switch error {
        case .noSlot: unsafe rebuild(for: root.pointee.size / 2)
        case .manyForms: reading.leaveToPattern()
        }
      }
    }
  }

  /// The reason that a node is not made.
  private enum Obstacle: Error {
    /// No slot is free up to the end of the table.
    case noSlot
    /// As many forms lead on as are looked at one by one.
    case manyForms
  }

  private func knownNodes(
    _ lane: IndexLane,
    _ tagKeys: [IndexTag],
    _ reading: PatternReading
  ) throws(Obstacle) -> [(place: PatternReading.Place, node: NodePointer)] {
    var nodes: [(place: PatternReading.Place, node: NodePointer)] = unsafe []
    unsafe nodes.reserveCapacity((reading.earlierPlace == nil ? 1 : 2) * (1 + tagKeys.count))
    unsafe try addNodes(at: reading.place, lane, tagKeys, reading, to: &nodes)
    if let earlier = reading.earlierPlace {
      unsafe try addNodes(at: earlier, lane, tagKeys, reading, to: &nodes)
    }
    return unsafe nodes
  }

  private func addNodes(
    at place: PatternReading.Place,
    _ lane: IndexLane,
    _ tagKeys: [IndexTag],
    _ reading: PatternReading,
    to nodes: inout [(place: PatternReading.Place, node: NodePointer)]
  ) throws(Obstacle) {
    var node = unsafe root.pointee.tops + Int(lane.rawValue)
    for index in 0..<place.depth {
      unsafe node = try unsafe child(of: node, reading.segments[index])
    }
    if place.isOpen {
      let isAsked = !reading.isExact
      unsafe addLinks(TrieLinks.hasTail | (isAsked ? TrieLinks.hasOthers : 0), to: node)
    }
    unsafe nodes.append((place, node))
    for tag in tagKeys {
      unsafe nodes.append((place, try tagged(tag, of: node)))
    }
  }

  func addLinks(_ bits: UInt64, to node: NodePointer) {
    let links = unsafe node.pointee.links.load(ordering: .relaxed)
    if links & bits != bits { unsafe node.pointee.links.store(links | bits, ordering: .releasing) }
  }

  private func newID() -> UInt32 {
    lastID += 1
    return lastID
  }

  private func child(
    of node: NodePointer,
    _ segment: PatternReading.Segment
  ) throws(Obstacle) -> NodePointer {
    switch segment {
    case .literal(let text): try unsafe literal(text, of: node)
    case .value: try unsafe value(TrieEdge.value, nil, of: node)
    case .form(let form): try unsafe value(TrieEdge.form, form, of: node)
    case .anything: try unsafe value(TrieEdge.anything, nil, of: node)
    }
  }

  // MARK: - Nodes in the table

  private func literal(
    _ text: ArraySlice<UInt8>,
    of node: NodePointer
  ) throws(Obstacle) -> NodePointer {
    let (first, last) = TrieNumber.words(text)
    let key = unsafe node.pointee.own | UInt64(text.count)
    let parent = unsafe node.pointee.number
    let made: NodePointer
    if text.count > 16 {
      let (known, number) = unsafe text.withUnsafeBytes { bytes in
        unsafe (
          root.pointee.longLiteral(of: node, parent, bytes, first: first),
          TrieNumber.longLiteral(parent, bytes)
        )
      }
      if let known = unsafe known { return unsafe known.node }
      let copy = UnsafeMutablePointer<UInt8>.allocate(capacity: text.count)
      unsafe UnsafeMutableRawBufferPointer(start: copy, count: text.count).copyBytes(from: text)
      do throws(Obstacle) {
        unsafe made = try unsafe insert(
          key,
          number,
          first: first,
          second: UInt64(UInt(bitPattern: copy))
        )
      } catch {
        unsafe copy.deallocate()
        throw error
      }
    } else {
      let number = unsafe TrieNumber.literal(parent, first, last, text.count, root.pointee.factor)
      if let known = unsafe root.pointee.child(key, number, first: first, last: last) {
        return unsafe known
      }
      unsafe made = try unsafe insert(key, number, first: first, second: last)
    }
    unsafe addLinks(TrieLinks.hasLiterals, to: node)
    return unsafe made
  }

  private func tagged(_ tag: IndexTag, of node: NodePointer) throws(Obstacle) -> NodePointer {
    if let known = unsafe root.pointee.tagged(tag, of: node, node.pointee.number) {
      return unsafe known
    }
    let number = unsafe TrieNumber.tag(node.pointee.number, tag, root.pointee.factor)
    let key = unsafe node.pointee.own | UInt64(TrieEdge.tag)
    return try unsafe insert(key, number, first: tag.first, second: tag.second)
  }

  /// Fills the first free slot at a number.
  private func insert(
    _ key: UInt64,
    _ number: UInt64,
    first: UInt64,
    second: UInt64
  ) throws(Obstacle) -> NodePointer {
    guard let node = unsafe root.pointee.freeSlot(number) else { throw .noSlot }
    // Readers look at the key all the time, and at the rest when they have seen it.
    unsafe node.pointee.first = first
    unsafe node.pointee.second.store(second, ordering: .relaxed)
    unsafe node.pointee.own = UInt64(newID()) << 32
    unsafe node.pointee.number = number
    unsafe node.pointee.key.store(key, ordering: .releasing)
    filled += 1
    return unsafe node
  }

  // MARK: - Values

  private func value(
    _ edge: UInt32,
    _ form: PatternReading.Form?,
    of node: NodePointer
  ) throws(Obstacle) -> NodePointer {
    var previous: NodePointer?
    var next = unsafe TrieLinks.value(node.pointee.links.load(ordering: .relaxed))
    var count = 0
    while let known = unsafe next {
      let comparison = unsafe Self.compare(known, edge, form)
      if comparison == 0 { return unsafe known }
      if comparison > 0 { break }
      count += 1
      unsafe (previous, next) = unsafe (known, known.nextValue)
    }
    if edge == TrieEdge.form, unsafe count + forms(from: next) >= Self.formLimit {
      throw .manyForms
    }
    let made = unsafe NodePointer.makeValue(
      TrieNode(
        first: form.map(EdgeEnds.of) ?? EdgeEnds.all,
        second: UInt64(UInt(bitPattern: next)),
        id: newID(),
        number: unsafe TrieNumber.value(node.pointee.number)
      ),
      formSize: form.map(EdgeForm.size) ?? 0
    )
    if let form { unsafe EdgeForm.write(form, behind: made) }
    unsafe made.pointee.key.store(node.pointee.own | UInt64(edge), ordering: .relaxed)
    unsafe setValue(made, of: node, after: previous)
    return unsafe made
  }

  private func forms(from first: NodePointer?) -> Int {
    var (count, known) = unsafe (0, first)
    while let node = unsafe known, unsafe node.pointee.edge == TrieEdge.form {
      unsafe (count, known) = unsafe (count + 1, node.nextValue)
    }
    return count
  }

  /// Puts a value into the chain of a node; the first says whether all texts lead on.
  func setValue(_ value: NodePointer, of node: NodePointer, after previous: NodePointer?) {
    let links = unsafe node.pointee.links.load(ordering: .relaxed)
    let address = UInt64(UInt(bitPattern: value))
    let others = unsafe value.pointee.edge == TrieEdge.anything ? TrieLinks.hasOthers : 0
    guard let previous = unsafe previous else {
      let forms = unsafe value.pointee.edge == TrieEdge.value ? 0 : TrieLinks.hasForms
      let flags = links & TrieLinks.all & ~TrieLinks.hasForms | forms | others
      return unsafe node.pointee.links.store(address | flags, ordering: .releasing)
    }
    unsafe previous.pointee.second.store(address, ordering: .releasing)
    unsafe addLinks(others, to: node)
  }

  /// Whether a value stands before (below zero), at or behind the place of another in a chain:
  /// forms first, those before whose expressions are more specific.
  private static func compare(
    _ node: NodePointer,
    _ edge: UInt32,
    _ form: PatternReading.Form?
  ) -> Int {
    guard unsafe node.pointee.edge == edge, let form = form, let own = unsafe EdgeForm(node)?.text
    else {
      return unsafe Int(node.pointee.edge) - Int(edge)
    }
    for index in 0..<min(own.count, form.text.count) where unsafe own[index] != form.text[index] {
      return unsafe Int(form.text[index]) - Int(own[index])
    }
    return form.text.count - own.count
  }
}

extension TrieRoot {
  /// The first free slot at a number, but for the last of all, which ends each search.
  func freeSlot(_ number: UInt64) -> NodePointer? {
    var node = unsafe slot(number)
    let last = unsafe table + Self.room(size) - 1
    while unsafe node.pointee.key.load(ordering: .relaxed) != 0 {
      unsafe node += 1
    }
    return unsafe node < last ? node : nil
  }
}
