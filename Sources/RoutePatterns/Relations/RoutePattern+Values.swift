extension RoutePattern {
  /// Whether each value is a segment at a place of its own, and only the last may be more or less:
  /// targets alike in their segments have their values in the same places.
  package var takesWholeSegments: Bool {
    let parts = storage.parts
    if let host = parts.host, host.contains(where: \.takesValue) { return false }
    for (place, part) in parts.path.enumerated() where part.takesValue || part.modifier != .none {
      let isLast = place == parts.path.count - 1
      if part.modifier != .none || part.mayHoldSlash {
        guard isLast else { return false }
      }
      guard part.takesValue else { continue }
      guard part.suffix.isEmpty, part.prefix == "/" else { return false }
      guard isLast || parts.path[place + 1].beginsSegment else { return false }
    }
    return true
  }
}

extension PatternPart {
  fileprivate var takesValue: Bool { kind != .fixed }

  /// Whether it begins with a slash.
  fileprivate var beginsSegment: Bool {
    kind == .fixed ? value.hasPrefix("/") && modifier == .none : prefix.hasPrefix("/")
  }
}
