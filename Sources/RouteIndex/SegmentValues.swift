package import RoutePatterns

/// The values of a route that the segments of a path decide; where they stand is read from the
/// target when somebody asks.
///
/// Most handlers ask for few of them or for none, and two words are handed on faster than ranges.
package struct SegmentValues: Sendable {
  /// A bit for each segment that is a value.
  let segments: UInt64
  /// The traits of the leaf, which say whether there is a rest.
  private let traits: LeafTraits

  /// No values.
  package init() { (segments, traits) = (0, LeafTraits.none) }

  @inline(__always)
  init(of leaf: LeafPointer) {
    segments = unsafe leaf.pointee.captured
    traits = unsafe leaf.pointee.traits
  }

  /// The number of segments before the rest, if that is a value; else below zero.
  var restDepth: Int { traits[LeafTraits.capturesRest] ? traits.depth : -1 }
  /// The number of bytes behind the rest.
  var behindRest: Int { traits[LeafTraits.textBehind] ? traits.endingLength : 0 }

  /// Finds where they stand in the target that was looked for.
  package func captures(of target: borrowing RouteTarget) -> CaptureRanges {
    let (start, length) = (target.pathStart, target.pathEnd &- target.pathStart)
    return target.text.withBytes { text in
      unsafe withUnsafeTemporaryAllocation(of: Int32.self, capacity: PathText.limit + 1) { ends in
        unsafe withUnsafeTemporaryAllocation(byteCount: 16, alignment: 16) { short in
          unsafe text.withUnsafeBytes { text in
            guard let address = text.baseAddress, let ends = ends.baseAddress,
              let short = short.baseAddress
            else { return CaptureRanges() }
            let path = unsafe address + start
            let readable =
              unsafe length < 16 ? ShortPath.copy(path, length, to: short) : path
            return unsafe PathText(readable, length, ends).captures(of: self, base: start)
          }
        }
      }
    }
  }
}
