internal import RoutePatterns
internal import Synchronization

/// The one walk through the trie.
extension IndexReader {
  /// A place that the walk has come to: a node that the whole path leads to, or one with routes
  /// that anything may follow.
  @safe
  struct Stop {
    let root: UnsafeMutablePointer<TrieRoot>
    let node: NodePointer
    let number: UInt64
    /// The place behind the segments that lead to it.
    let start: Int
    /// A bit for the end of each of them that is a value, where the path is not long.
    let values: UInt64
    let isTail: Bool
    /// The links that were come by on the way to it, and to all stops before it.
    let seen: UInt64
  }

  /// Goes from segment to segment, and back where all ways from there are taken: those first that
  /// are more specific segment by segment.
  ///
  /// - Parameters:
  ///   - path: the path, in no other case than the patterns.
  ///   - lane: the lane.
  ///   - record: that of the thread, which has made its mark.
  ///   - visit: looks at a place, and ends the walk with an answer.
  /// - Returns: the answer; `nil` where none ends the walk.
  @inline(__always)
  func walk<Answer>(
    _ path: IndexPath,
    _ lane: IndexLane,
    _ record: RecordPointer,
    visit: (Stop) -> Answer?
  ) -> Answer? {
    let root = unsafe root
    var node = unsafe root.pointee.tops + Int(lane.rawValue)
    var number = unsafe node.pointee.number
    var (start, rest) = (1, path.slashes(from: 1))
    var (values, seen): (UInt64, UInt64) = (0, 0)
    unsafe record.pointee.clearTurns()
    while true {
      let links = unsafe node.pointee.links.load(ordering: .acquiring)
      seen |= links
      if _slowPath(links & TrieLinks.hasTail != 0) {
        unsafe record.pointee.addTurn(node, number, start, values, isTail: true)
      }
      step: if let end = path.end(from: start, rest) {
        let length = end &- start
        if links & TrieLinks.hasLiterals != 0 {
          let first = path.word(start)
          let child: NodePointer?
          let next: UInt64
          if _slowPath(length > 16) {
            let bytes = unsafe UnsafeRawBufferPointer(start: path.bytes(start), count: length)
            let long = unsafe root.pointee.longLiteral(of: node, number, bytes, first: first)
            unsafe child = unsafe long?.node
            next = unsafe long?.number ?? 0
          } else {
            let first = unsafe first & root.mask(length)
            let last = unsafe length > 8 ? TrieNumber.load(path.bytes(end &- 8)) : 0
            let key = unsafe node.pointee.own | UInt64(truncatingIfNeeded: length)
            next = unsafe TrieNumber.literal(number, first, last, length, root.pointee.factor)
            unsafe child = unsafe root.pointee.child(key, next, first: first, last: last)
          }
          if let child = unsafe child {
            if let value = unsafe TrieLinks.value(links), _slowPath(true) {
              unsafe seen |= shared.pointee.otherWays
              unsafe record.pointee.addTurn(value, number, start, values)
            }
            unsafe node = unsafe child
            number = next
            (start, rest) = (end &+ 1, rest & (rest &- 1))
            continue
          }
        }
        guard var next = unsafe TrieLinks.value(links) else { break step }
        if _slowPath(links & TrieLinks.hasChain != 0) {
          guard let formed = unsafe next.fitting(path.bytes(start), length) else { break step }
          unsafe next = unsafe formed
          if let other = unsafe next.nextValue {
            unsafe seen |= shared.pointee.otherWays
            unsafe record.pointee.addTurn(other, number, start, values)
          }
        } else if _slowPath(length <= 0) {
          break step
        }
        unsafe node = unsafe next
        number = TrieNumber.value(number)
        values |= rest & (0 &- rest)
        (start, rest) = (end &+ 1, rest & (rest &- 1))
        continue
      } else {
        let stop = unsafe Stop(
          root: root,
          node: node,
          number: number,
          start: start,
          values: values,
          isTail: false,
          seen: seen
        )
        if let answer = visit(stop) { return answer }
      }
      while true {
        guard let turn = unsafe record.pointee.nextTurn(on: path) else { return nil }
        if turn.isTail {
          let stop = unsafe Stop(
            root: root,
            node: turn.node,
            number: turn.number,
            start: turn.start,
            values: turn.values,
            isTail: true,
            seen: seen
          )
          if let answer = visit(stop) { return answer }
          continue
        }
        unsafe node = unsafe turn.node
        number = TrieNumber.value(turn.number)
        (start, rest, values) = (turn.start, path.slashes(from: turn.start), turn.values)
        break
      }
    }
  }
}
