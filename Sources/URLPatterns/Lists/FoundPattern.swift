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

  /// The number of a group of the path; `nil` where there is none of the name.
  @inline(__always)
  func index(ofPath group: String) -> Int? { listed.pathname.index(of: group) }

  /// The value of a group of the path, if its place is marked.
  @inline(__always)
  func markedValue(at index: Int) -> String? {
    guard let range = marks[index] else { return nil }
    // They are marked in the text that the index was asked about: the path, or one that begins with
    // the slash before the host.
    let start =
      listed.asksForPathAlone
      ? address.range(of: .pathname).lowerBound : address.range(of: .hostname).lowerBound - 1
    return address.text.text(at: range.lowerBound + start..<range.upperBound + start)
  }

  /// The value of a group in a component, or `nil` where it took no part or there is none of the
  /// name.
  func value(of group: String, in component: URLPatternComponent) -> String? {
    listed.pattern.value(of: group, in: component, of: address, ranges)
  }
}
