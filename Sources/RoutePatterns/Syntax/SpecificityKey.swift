/// The place of a pattern in the order from general to specific, as bytes: the keys of two compare,
/// byte by byte, as the patterns do.
///
/// This is the one definition of the order, which is that of the URLPattern proposal: scheme, host
/// and port narrow a route before its path does; then part by part literal text comes first, and
/// after it what may stand once. Each text ends in the byte zero, which no text of a pattern holds.
struct SpecificityKey: Hashable {
  private(set) var bytes: [UInt8] = []

  init(capacity: Int) { bytes.reserveCapacity(capacity) }

  /// Makes the key of one component.
  init(_ parts: [PatternPart]) {
    self.init(capacity: 64)
    append(parts)
  }

  /// Appends the presence of a scheme and a port, and the parts of a host, where there are any.
  mutating func append(hasScheme: Bool, host: [PatternPart]?, hasPort: Bool) {
    bytes.append(hasScheme ? 1 : 0)
    // Without a host comes before any host.
    bytes.append(host == nil ? 0 : 1)
    if let host { append(host) }
    bytes.append(hasPort ? 1 : 0)
  }

  /// Appends the parts of a component.
  mutating func append(_ parts: [PatternPart]) {
    for part in parts {
      append(part.kind, part.modifier)
      append(text: part.prefix)
      append(text: part.value)
      append(text: part.suffix)
    }
    appendEnd()
  }

  /// Appends the end of a list of parts: a shorter list goes on with an empty literal.
  mutating func appendEnd() {
    append(.fixed, .none)
    for _ in 0..<3 { bytes.append(0) }
  }

  /// Appends a wildcard that stands once, as a whole segment.
  mutating func append(segment wildcard: PatternPart.Kind) {
    append(wildcard, .none)
    bytes.append(UInt8(ascii: "/"))
    for _ in 0..<3 { bytes.append(0) }
  }

  /// Appends a literal part that stands once.
  mutating func append(literal text: ArraySlice<UInt8>) {
    append(.fixed, .none)
    bytes.append(0)
    bytes += text
    for _ in 0..<2 { bytes.append(0) }
  }

  private mutating func append(_ kind: PatternPart.Kind, _ modifier: PatternPart.Modifier) {
    bytes.append(UInt8(kind.rawValue) << 2 | UInt8(modifier.rawValue))
  }

  /// Appends a scheme and a port, which tell apart what is the same in all else.
  mutating func append(scheme: String?, port: Int?) {
    if let scheme { bytes += scheme.utf8 }
    bytes.append(0)
    let port = port ?? 0
    bytes.append(UInt8(truncatingIfNeeded: port >> 8))
    bytes.append(UInt8(truncatingIfNeeded: port))
  }

  private mutating func append(text: String) {
    bytes += text.utf8
    bytes.append(0)
  }
}

extension RouteParts {
  /// The key that says how specific the pattern is.
  var specificityKey: SpecificityKey {
    var key = SpecificityKey(capacity: 64)
    key.append(hasScheme: scheme != nil, host: host, hasPort: port != nil)
    key.append(path)
    key.append(scheme: scheme, port: port)
    return key
  }
}
