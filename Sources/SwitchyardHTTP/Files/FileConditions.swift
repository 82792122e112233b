/// The conditions that a request sets for a file, by the rules of RFC 9110, 13.2.2.
struct FileConditions {
  enum Verdict {
    case proceeds
    /// The client has it already.
    case notModified
    /// The file is not the version that the client expects.
    case failed
  }

  /// The entity tag of the file, in its quotes; it is a strong one.
  let tag: String
  let modified: HTTPDate

  /// Returns the verdict of the conditions of a GET or HEAD.
  func verdict(_ fields: HeaderFields) -> Verdict {
    if fields.contains(.ifMatch) {
      guard EntityTags(fields, .ifMatch).contain(tag, weakly: false) else { return .failed }
    } else if let date = date(.ifUnmodifiedSince, fields), modified > date {
      return .failed
    }
    if fields.contains(.ifNoneMatch) {
      return EntityTags(fields, .ifNoneMatch).contain(tag, weakly: true) ? .notModified : .proceeds
    }
    if let date = date(.ifModifiedSince, fields), modified <= date { return .notModified }
    return .proceeds
  }

  /// Whether the range of the request applies to the file as it is now.
  func allowsRange(_ fields: HeaderFields) -> Bool {
    guard let condition = fields[.ifRange] else { return true }
    return condition == tag || HTTPDate(parsing: condition) == modified
  }

  private func date(_ name: HeaderField.Name, _ fields: HeaderFields) -> HTTPDate? {
    fields[name].flatMap { HTTPDate(parsing: $0) }
  }
}

/// The entity tags that a header field lists.
private struct EntityTags {
  private var isAny = false
  private var tags: [(tag: Substring, isWeak: Bool)] = []

  init(_ fields: HeaderFields, _ name: HeaderField.Name) {
    var rest = Substring(fields[name] ?? "")
    isAny = rest == "*"
    // A tag may hold commas: they are read from quote to quote.
    while let open = rest.utf8.firstIndex(of: UInt8(ascii: "\"")) {
      let inner = rest[rest.utf8.index(after: open)...]
      guard let close = inner.utf8.firstIndex(of: UInt8(ascii: "\"")) else { break }
      tags.append((rest[open...close], rest[..<open].hasSuffix("W/")))
      rest = rest[rest.utf8.index(after: close)...]
    }
  }

  func contain(_ tag: String, weakly: Bool) -> Bool {
    isAny || tags.contains { $0.tag == tag && (weakly || !$0.isWeak) }
  }
}
