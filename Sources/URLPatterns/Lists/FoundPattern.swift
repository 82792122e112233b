internal import RoutePatterns

/// A pattern that a URL matches, whatever its value.
struct FoundPattern: Sendable {
  let listed: ListedPattern
  private let address: WebAddress
  private let source: URLPattern.Match.Source
  /// The places of values in the components that their expressions were asked about.
  private let ranges: [CaptureRanges]
  /// The places of the path's values, if the index has told them.
  private let marks: SegmentMarks

  @inline(__always)
  init(
    _ listed: consuming ListedPattern,
    _ address: consuming WebAddress,
    _ source: consuming URLPattern.Match.Source,
    _ ranges: consuming [CaptureRanges],
    _ marks: SegmentMarks = SegmentMarks()
  ) {
    self.listed = listed
    self.address = address
    self.source = source
    self.ranges = ranges
    self.marks = marks
  }

  /// The values of its groups.
  var match: URLPattern.Match { URLPattern.Match(listed.pattern, address, source, ranges) }

  /// The value of a group in a component, or `nil` where it took no part or there is none of the
  /// name.
  @inline(__always)
  func value(of group: String, in component: URLPatternComponent) -> String? {
    if component == .pathname, let index = listed.pathname.index(of: group),
      let range = marks[index]
    {
      // They are marked in the text that the index was asked about.
      return address.text(at: range, behind: listed.asksForPathAlone ? .pathname : .hostname)
    }
    return listed.pattern.value(of: group, in: component, of: address, ranges)
  }
}

extension WebAddress {
  /// The text at a place behind the beginning of the path, or behind the slash before the host.
  @inline(__always)
  fileprivate func text(at place: Range<Int>, behind part: WebPart) -> String {
    let start = range(of: part).lowerBound - (part == .hostname ? 1 : 0)
    return text.withBytes { text in
      String(of: text.extracting(place.lowerBound + start..<place.upperBound + start))
    }
  }
}
