internal import RoutePatterns
internal import Synchronization

extension LiveIndex {
  /// How many forms lead on from a node; patterns of more are asked.
  private static var formLimit: Int { 16 }

  /// The nodes that a route is to be found at, which are made where there are none.
  func nodes(
    for route: IndexedRoute,
    _ reading: inout PatternReading
  ) -> [(place: PatternReading.Place, node: NodePointer)] {
    let count = reading.places.reduce(0) { $0 + $1.depth + route.tagKeys.count }
    if (filled + count) * 2 > root.pointee.size { rebuild(for: count) }
    while true {
      do throws(Obstacle) {
        return try knownNodes(for: route, reading)
      } catch {
        switch error {
        case .noSlot: rebuild(for: root.pointee.size / 2)
        case .manyForms: reading.leaveToPattern()
        }
      }
    }
  }

  /// Why a node is not made.
  private enum Obstacle: Error {
    /// No slot is free up to the end of the table.
    case noSlot
    /// As many forms lead on as are looked at one by one.
    case manyForms
  }

  private func knownNodes(
    for route: IndexedRoute,
    _ reading: PatternReading
  ) throws(Obstacle) -> [(place: PatternReading.Place, node: NodePointer)] {
    var nodes: [(place: PatternReading.Place, node: NodePointer)] = []
    nodes.reserveCapacity(reading.places.count * (1 + route.tagKeys.count))
    for place in reading.places {
      var node = root.pointee.tops + Int(route.lane.rawValue)
      for segment in reading.segments[..<place.depth] {
        node = try child(of: node, segment)
      }
      if place.isOpen {
        let isAsked = !reading.isExact
        addLinks(TrieLinks.hasTail | (isAsked ? TrieLinks.hasOthers : 0), to: node)
      }
      nodes.append((place, node))
      for tag in route.tagKeys {
        nodes.append((place, try tagged(tag, of: node)))
      }
    }
    return nodes
  }

  func addLinks(_ bits: UInt64, to node: NodePointer) {
    let links = node.pointee.links.load(ordering: .relaxed)
    if links & bits != bits { node.pointee.links.store(links | bits, ordering: .releasing) }
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
    case .literal(let text): try literal(text, of: node)
    case .value: try value(TrieEdge.value, nil, of: node)
    case .form(let form): try value(TrieEdge.form, form, of: node)
    case .anything: try value(TrieEdge.anything, nil, of: node)
    }
  }

  // MARK: - Nodes in the table

  private func literal(_ text: [UInt8], of node: NodePointer) throws(Obstacle) -> NodePointer {
    let (first, last) = TrieNumber.words(text)
    let key = node.pointee.own | UInt64(text.count)
    let parent = node.pointee.number
    let made: NodePointer
    if text.count > 16 {
      let (known, number) = text.withUnsafeBytes { bytes in
        (root.pointee.longLiteral(of: node, parent, bytes, first: first), TrieNumber.longLiteral(parent, bytes))
      }
      if let known { return known.node }
      let copy = UnsafeMutablePointer<UInt8>.allocate(capacity: text.count)
      UnsafeMutableRawBufferPointer(start: copy, count: text.count).copyBytes(from: text)
      do throws(Obstacle) {
        made = try insert(key, number, first: first, second: UInt64(UInt(bitPattern: copy)))
      } catch {
        copy.deallocate()
        throw error
      }
    } else {
      let number = TrieNumber.literal(parent, first, last, text.count, root.pointee.factor)
      if let known = root.pointee.child(key, number, first: first, last: last) { return known }
      made = try insert(key, number, first: first, second: last)
    }
    addLinks(TrieLinks.hasLiterals, to: node)
    return made
  }

  private func tagged(_ tag: IndexTag, of node: NodePointer) throws(Obstacle) -> NodePointer {
    if let known = root.pointee.tagged(tag, of: node, node.pointee.number) { return known }
    let number = TrieNumber.tag(node.pointee.number, tag, root.pointee.factor)
    let key = node.pointee.own | UInt64(TrieEdge.tag)
    return try insert(key, number, first: tag.first, second: tag.second)
  }

  /// Fills the first free slot at a number.
  private func insert(
    _ key: UInt64,
    _ number: UInt64,
    first: UInt64,
    second: UInt64
  ) throws(Obstacle) -> NodePointer {
    guard let node = root.pointee.freeSlot(number) else { throw .noSlot }
    // Readers look at the key all the time, and at the rest when they have seen it.
    node.pointee.first = first
    node.pointee.second.store(second, ordering: .relaxed)
    node.pointee.own = UInt64(newID()) << 32
    node.pointee.number = number
    node.pointee.key.store(key, ordering: .releasing)
    filled += 1
    return node
  }

  // MARK: - Values

  private func value(
    _ edge: UInt32,
    _ form: PatternReading.Form?,
    of node: NodePointer
  ) throws(Obstacle) -> NodePointer {
    var previous: NodePointer?
    var next = TrieLinks.value(node.pointee.links.load(ordering: .relaxed))
    var count = 0
    while let known = next {
      let comparison = Self.compare(known, edge, form)
      if comparison == 0 { return known }
      if comparison > 0 { break }
      count += 1
      (previous, next) = (known, known.nextValue)
    }
    if edge == TrieEdge.form, count + forms(from: next) >= Self.formLimit { throw .manyForms }
    let made = LoneMemory.allocate(TrieNode.self, capacity: 1, alignment: 64)
    made.initialize(
      to: TrieNode(
        first: form.map { UInt64(UInt(bitPattern: EdgeForm($0).words)) } ?? 0,
        second: UInt64(UInt(bitPattern: next)),
        id: newID(),
        number: TrieNumber.value(node.pointee.number)
      )
    )
    made.pointee.key.store(node.pointee.own | UInt64(edge), ordering: .relaxed)
    filled += 1
    setValue(made, of: node, after: previous)
    return made
  }

  private func forms(from first: NodePointer?) -> Int {
    var (count, known) = (0, first)
    while let node = known, node.pointee.edge == TrieEdge.form {
      (count, known) = (count + 1, node.nextValue)
    }
    return count
  }

  /// Puts a value into the chain of a node; the first says whether all texts lead on.
  func setValue(_ value: NodePointer, of node: NodePointer, after previous: NodePointer?) {
    let links = node.pointee.links.load(ordering: .relaxed)
    let address = UInt64(UInt(bitPattern: value))
    let others = value.pointee.edge == TrieEdge.anything ? TrieLinks.hasOthers : 0
    guard let previous else {
      let forms = value.pointee.edge == TrieEdge.value ? 0 : TrieLinks.hasForms
      let flags = links & 63 & ~TrieLinks.hasForms | forms | others
      return node.pointee.links.store(address | flags, ordering: .releasing)
    }
    previous.pointee.second.store(address, ordering: .releasing)
    addLinks(others, to: node)
  }

  /// Whether a value stands before (below zero), at or behind the place of another in a chain: forms first, those
  /// before whose expressions are more specific.
  private static func compare(
    _ node: NodePointer,
    _ edge: UInt32,
    _ form: PatternReading.Form?
  ) -> Int {
    guard node.pointee.edge == edge, let form, let own = EdgeForm(node)?.text else {
      return Int(node.pointee.edge) - Int(edge)
    }
    for index in 0..<min(own.count, form.text.count) where own[index] != form.text[index] {
      return Int(form.text[index]) - Int(own[index])
    }
    return form.text.count - own.count
  }
}

extension TrieRoot {
  /// The first free slot at a number, but for the last of all, which ends each search.
  func freeSlot(_ number: UInt64) -> NodePointer? {
    var node = slot(number)
    let last = table + Self.room(size) - 1
    while node.pointee.key.load(ordering: .relaxed) != 0 {
      node += 1
    }
    return node < last ? node : nil
  }
}
