extension RouteTarget {
  /// A target with query items added behind those that it has.
  ///
  ///     try RouteTarget("/login#top").adding(query: ["callback": "/books/1?x=a b"])
  ///     // /login?callback=%2Fbooks%2F1%3Fx%3Da%20b#top
  ///
  /// In names and values all but letters, digits and `-._~` is percent-encoded.
  /// - Throws: `RouteTargetError` when a name or value holds a control character other than line
  ///   breaks and tabs, or when the new target is longer than the options allow.
  public func adding(
    query items: KeyValuePairs<String, String>,
    options: Options = Options()
  ) throws(RouteTargetError) -> RouteTarget {
    try adding(query: items.map { ($0.key, $0.value) }, options: options)
  }

  /// A target with query items added behind those that it has, from an array.
  /// - Throws: `RouteTargetError` as for a literal of items.
  public func adding(
    query items: [(String, String)],
    options: Options = Options()
  ) throws(RouteTargetError) -> RouteTarget {
    guard !items.isEmpty else { return self }
    var added: [UInt8] = []
    for (name, value) in items {
      if !added.isEmpty { added.append(UInt8(ascii: "&")) }
      try Self.append(name, to: &added)
      added.append(UInt8(ascii: "="))
      try Self.append(value, to: &added)
      guard added.count <= options.limit else {
        throw RouteTargetError(
          TargetFault(.tooLong, at: options.limit, in: .queryItem),
          input: added
        )
      }
    }
    return try adding(query: added, options: options)
  }

  /// Puts an encoded query behind the one that is there, before the fragment.
  private func adding(
    query added: [UInt8],
    options: Options
  ) throws(RouteTargetError) -> RouteTarget {
    let end = Int(layout.queryEnd)
    var bytes = Array(text.utf8.prefix(end))
    if end == pathEnd {
      bytes.append(UInt8(ascii: "?"))
    } else if end > pathEnd + 1 {
      bytes.append(UInt8(ascii: "&"))
    }
    bytes += added
    var layout = layout
    layout.queryEnd = UInt32(bytes.count)
    bytes += text.utf8.dropFirst(end)
    guard bytes.count + (layout.needsEmptyHost ? 1 : 0) <= options.limit else {
      throw RouteTargetError(TargetFault(.tooLong, at: options.limit, in: .queryItem), input: bytes)
    }
    return RouteTarget(text: String(decoding: bytes, as: UTF8.self), layout: layout)
  }

  private static func append(
    _ value: String,
    to output: inout [UInt8]
  ) throws(RouteTargetError) {
    var offset = 0
    for byte in value.utf8 {
      guard !PercentCoding.isControl(byte) || PercentCoding.isLayout(byte) else {
        throw RouteTargetError(
          TargetFault(.controlByte, at: offset, in: .queryItem),
          input: Array(value.utf8)
        )
      }
      offset += 1
    }
    PercentCoding.appendValue(value.utf8, to: &output)
  }
}
