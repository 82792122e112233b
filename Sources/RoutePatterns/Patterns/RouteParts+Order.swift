extension RouteParts {
  /// A key of the route's specificity: the keys of two routes compare, byte by byte, as the routes
  /// do.
  ///
  /// No text of a pattern holds the byte zero, which ends each of them.
  var specificityKey: [UInt8] {
    var key: [UInt8] = [scheme == nil ? 0 : 1]
    // Without a host comes before any host.
    key.append(host == nil ? 0 : 1)
    if let host { key.append(order: host) }
    key.append(port == nil ? 0 : 1)
    key.append(order: path)
    key.append(order: scheme ?? "")
    let port = port ?? 0
    key += [UInt8(truncatingIfNeeded: port >> 8), UInt8(truncatingIfNeeded: port)]
    return key
  }
}

extension [UInt8] {
  fileprivate mutating func append(order parts: [PatternPart]) {
    for part in parts { append(order: part) }
    // The shorter list goes on with an empty literal.
    append(order: .fixed("", at: 0))
  }

  private mutating func append(order part: PatternPart) {
    append(UInt8(part.kind.rawValue) << 2 | UInt8(part.modifier.rawValue))
    append(order: part.prefix)
    append(order: part.value)
    append(order: part.suffix)
  }

  fileprivate mutating func append(order text: String) {
    append(contentsOf: text.utf8)
    append(0)
  }
}
