internal import RoutePatterns
internal import Synchronization

extension IndexWriter {
  /// The number of forms that may lead on from a node; patterns of more are asked.
  ///
  /// Of most of them a lookup looks at two bytes.
  static var formLimit: Int { 1_024 }

  /// Makes the table larger, if it might be too small for what a route adds to it.
  mutating func makeRoom(for draft: LeafDraft) {
    let others = draft.reading.earlierPlace.map { $0.depth + draft.tagKeys.count } ?? 0
    let count = draft.reading.place.depth + draft.tagKeys.count + others
    if unsafe (filled + count) * 2 > root.pointee.size { rebuild(for: count) }
  }

  /// The node that a route is to be found at, which is made where there is none; nothing where too
  /// many forms lead on.
  mutating func node(of draft: LeafDraft, at place: PatternReading.Place) -> NodePointer? {
    while true {
      do throws(Obstacle) {
        return try unsafe knownNode(of: draft, at: place)
      } catch {
        switch error {
        case .noSlot: unsafe rebuild(for: root.pointee.size / 2)
        case .manyForms: return nil
        }
      }
    }
  }

  /// The node of a tag beside that of a leaf, which is made where there is none.
  mutating func node(of tag: IndexTag, beside leaf: LeafPointer) -> NodePointer {
    while true {
      do throws(Obstacle) {
        return try unsafe tagged(tag, of: leaf.pointee.node)
      } catch {
        // The leaf knows its node again then.
        unsafe rebuild(for: root.pointee.size / 2)
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

  private mutating func knownNode(
    of draft: LeafDraft,
    at place: PatternReading.Place
  ) throws(Obstacle) -> NodePointer {
    var node = unsafe root.pointee.tops + Int(draft.lane.rawValue)
    for index in 0..<place.depth {
      switch draft.reading.segments[index] {
      case .literal(let range):
        unsafe node = try unsafe literal(draft.reading.text[range], of: node)
      case .value: unsafe node = try unsafe value(TrieEdge.value, nil, of: node)
      case .form(let form):
        unsafe node = try unsafe value(TrieEdge.form, draft.reading.forms[form], of: node)
      case .anything: unsafe node = try unsafe value(TrieEdge.anything, nil, of: node)
      }
    }
    if place.isOpen {
      let isAsked = !draft.reading.isExact
      unsafe addLinks(TrieLinks.hasTail | (isAsked ? TrieLinks.hasOthers : 0), to: node)
    }
    return unsafe node
  }

  func addLinks(_ bits: UInt64, to node: NodePointer) {
    let links = unsafe node.pointee.links.load(ordering: .relaxed)
    if links & bits != bits { unsafe node.pointee.links.store(links | bits, ordering: .releasing) }
  }

  private mutating func newID() -> UInt32 {
    lastID += 1
    return lastID
  }

  // MARK: - Nodes in the table

  private mutating func literal(
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
          TrieNumber.longLiteral(parent, bytes, root.pointee.factors)
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
      let number = unsafe TrieNumber.literal(
        parent,
        first,
        last,
        text.count,
        root.pointee.factors
      )
      if let known = unsafe root.pointee.child(key, number, first: first, last: last) {
        return unsafe known
      }
      unsafe made = try unsafe insert(key, number, first: first, second: last)
    }
    unsafe addLinks(TrieLinks.hasLiterals, to: node)
    return unsafe made
  }

  private mutating func tagged(_ tag: IndexTag, of node: NodePointer) throws(Obstacle)
    -> NodePointer
  {
    if let known = unsafe root.pointee.tagged(tag, of: node, node.pointee.number) {
      return unsafe known
    }
    let number = unsafe TrieNumber.tag(node.pointee.number, tag, root.pointee.factors)
    let key = unsafe node.pointee.own | UInt64(TrieEdge.tag)
    return try unsafe insert(key, number, first: tag.first, second: tag.second)
  }

  /// Fills the first free slot at a number.
  private mutating func insert(
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

  private mutating func value(
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
    let parent = unsafe node.pointee.number
    let number = form.map { unsafe TrieNumber.form(parent, $0, root.pointee.factors) }
    let made = unsafe NodePointer.makeValue(
      TrieNode(
        first: form.map(EdgeEnds.of) ?? EdgeEnds.all,
        second: UInt64(UInt(bitPattern: next)),
        id: newID(),
        number: number ?? TrieNumber.value(parent)
      ),
      formSize: form.map(EdgeForm.size) ?? 0
    )
    if let form { unsafe EdgeForm.write(form, behind: made) }
    unsafe made.pointee.key.store(node.pointee.own | UInt64(edge), ordering: .relaxed)
    unsafe setValue(made, of: node, after: previous)
    values += 1
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
