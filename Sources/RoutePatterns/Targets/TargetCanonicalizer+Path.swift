extension TargetCanonicalizer {
  /// Writes the path, segment by segment, with empty and dot segments resolved as they end.
  mutating func writePath(_ range: Range<Int>) throws(TargetFault) {
    var start = range.lowerBound
    if start < range.upperBound, isSeparator(input[start]) { start += 1 }
    // If only the host of a deep link is there, it is the whole path.
    if !range.isEmpty || floor == Int(layout.pathStart) {
      try writeSegments(start..<range.upperBound)
    }
    if output.count == Int(layout.pathStart) { output.append(UInt8(ascii: "/")) }
    noteEmptyHost()
    if length > limit { throw TargetFault(.tooLong, at: range.upperBound) }
  }

  private mutating func writeSegments(_ range: Range<Int>) throws(TargetFault) {
    var reader = TargetByteReader(range)
    var isLast = false
    while !isLast {
      let inputStart = reader.position
      let start = output.count
      output.append(UInt8(ascii: "/"))
      isLast = true
      while let unit = try reader.next(in: input) {
        if !unit.isEscaped, isSeparator(unit.byte) {
          isLast = false
          break
        }
        append(unit, raw: PercentCoding.isPathByte(unit.byte))
      }
      try closeSegment(from: start, isLast: isLast, inputStart: inputStart)
    }
  }

  /// Decides whether the segment that has just been written stays, goes or removes the one before
  /// it.
  ///
  /// Its slash stands at `start` in the output, it began at `inputStart` in the input. Where a dot
  /// segment is the last one, the path ends in a slash.
  private mutating func closeSegment(
    from start: Int,
    isLast: Bool,
    inputStart: Int
  ) throws(TargetFault) {
    // Escapes of dots are decoded by now, in any mixture.
    let segment = output[(start + 1)...]
    if segment.isEmpty {
      if slashes == .lenient { output.removeLast() }
      return
    }
    guard TargetAuthority.isDotSegment(segment) else { return }
    let climbs = segment.count == 2
    output.removeSubrange(start...)
    if climbs {
      if output.count > floor {
        let slash = output[floor...].lastIndex(of: UInt8(ascii: "/")) ?? floor
        output.removeSubrange(slash...)
      } else if mode.isServer {
        throw TargetFault(.aboveRoot, at: inputStart)
      }
    }
    if isLast, slashes == .strict { output.append(UInt8(ascii: "/")) }
  }

  /// Writes a query or a fragment with the byte that leads it.
  mutating func writeTail(_ range: Range<Int>) throws(TargetFault) {
    let lead = input[range.lowerBound]
    output.append(lead)
    var reader = TargetByteReader(
      (range.lowerBound + 1)..<range.upperBound,
      isQuery: lead == UInt8(ascii: "?")
    )
    while let unit = try reader.next(in: input) {
      append(unit, raw: PercentCoding.isQueryByte(unit.byte))
      if length > limit { throw TargetFault(.tooLong, at: reader.position - 1) }
    }
    if length > limit { throw TargetFault(.tooLong, at: range.lowerBound) }
  }

  /// Appends a byte as itself or as an escape; `raw` allows an unescaped one to stand as itself.
  private mutating func append(_ unit: TargetByteReader.Unit, raw: Bool) {
    if unit.isEscaped ? PercentCoding.isUnreserved(unit.byte) : raw {
      output.append(unit.byte)
    } else {
      PercentCoding.appendEscaped(unit.byte, to: &output)
    }
  }

  private func isSeparator(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: "/") || (byte == UInt8(ascii: "\\") && backslashSeparates)
  }

  /// The length of the text as it is printed.
  private var length: Int { output.count + (layout.needsEmptyHost ? 1 : 0) }

  /// Notes whether the path of a deep link has to be printed behind an empty host.
  private mutating func noteEmptyHost() {
    let first = Int(layout.pathStart) + 1
    guard layout.isDeepLink, output.count > first else { return }
    let segment = output[first...].prefix { $0 != UInt8(ascii: "/") }
    layout.needsEmptyHost = !TargetAuthority.isHostSegment(segment)
  }
}
