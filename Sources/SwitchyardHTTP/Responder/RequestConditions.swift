/// The conditions that a request sets for what it asks for, by the rules of RFC 9110, 13.2.2.
struct RequestConditions {
  enum Verdict {
    case proceeds
    /// The client has it already.
    case notModified
    /// It is not the version that the client expects.
    case failed
  }

  let method: RequestMethod
  let fields: HeaderFields

  /// Returns the verdict for what is there, by its fields `ETag` and `Last-Modified`; `nil` if
  /// nothing is.
  func verdict(_ current: HeaderFields?) -> Verdict {
    let tag = current.map { $0[.eTag] ?? "" }
    let modified = current.flatMap { Self.date(.lastModified, $0) }
    if fields.contains(.ifMatch) {
      guard EntityTags(fields, .ifMatch).contain(tag, weakly: false) else { return .failed }
    } else if let date = Self.date(.ifUnmodifiedSince, fields), let modified, modified > date {
      return .failed
    }
    let isRead = method == .get || method == .head
    if fields.contains(.ifNoneMatch) {
      guard EntityTags(fields, .ifNoneMatch).contain(tag, weakly: true) else { return .proceeds }
      return isRead ? .notModified : .failed
    }
    guard isRead, let date = Self.date(.ifModifiedSince, fields), let modified else {
      return .proceeds
    }
    return modified <= date ? .notModified : .proceeds
  }

  /// Whether the range of the request applies to a file as it is now.
  ///
  /// The time of a file can be set, and says nothing of its bytes: a date is never enough.
  func allowsRange(_ current: HeaderFields) -> Bool {
    guard method == .get else { return false }
    guard let condition = fields[.ifRange] else { return true }
    guard let tag = current[.eTag] else { return false }
    return condition.hasSameBytes(as: tag) && !condition.utf8.starts(with: "W/".utf8)
  }

  private static func date(_ name: HeaderField.Name, _ fields: HeaderFields) -> HTTPDate? {
    fields[name].flatMap { HTTPDate(parsing: $0) }
  }
}

extension ServerRequest {
  /// Ends the handler with 304 or 412 if a condition of the request asks for that, as RFC 9110 has
  /// it.
  ///
  ///     router.get("/books/:id") { request in
  ///       let book = try await store.book(request.parameters["id"])
  ///       let fields: HeaderFields = [.eTag: "\"\(book.version)\"", .cacheControl: "no-cache"]
  ///       try request.checkConditions(of: fields)          // 304: the client has this version
  ///       return ServerResponse(fields: fields, body: .bytes(book.page))
  ///     }
  ///
  /// Before a change it prevents lost updates: a PUT with an `If-Match` of another version throws
  /// 412, and so does one with `If-None-Match: *` where something is there.
  /// - Parameter current: the fields of what is there, with `ETag` (in its quotes), `Last-Modified`
  ///   or both, and those that 304 repeats, such as `Cache-Control` and `Vary`; `nil` if nothing is
  ///   there. With the `Content-Length` of the content among them `EmbeddedServer` keeps the
  ///   connection, which libmicrohttpd before 1.0 closes behind a 304 of unknown length.
  /// - Throws: `ResponseError` 304 with these fields, for GET and HEAD alone, or 412.
  public func checkConditions(of current: HeaderFields?) throws(ResponseError) {
    switch RequestConditions(method: method, fields: fields).verdict(current) {
    case .proceeds: break
    case .notModified: throw ResponseError(.notModified, fields: current ?? [:])
    case .failed: throw ResponseError(.preconditionFailed)
    }
  }
}

extension ServerRequest {
  /// Whether `If-None-Match` has a strong tag in one form alone: its weak form, or as it is.
  package func hasOnly(_ tag: String, weakly: Bool) -> Bool {
    let forms = EntityTags(fields, .ifNoneMatch).forms(of: tag)
    return !forms.isEmpty && forms.allSatisfy { $0 == weakly }
  }
}

/// The entity tags that a header field lists.
private struct EntityTags {
  private var isAny = false
  private var tags: [(tag: Substring, isWeak: Bool)] = []

  init(_ fields: HeaderFields, _ name: HeaderField.Name) {
    var rest = Substring(fields[name] ?? "")
    isAny = rest.hasSameBytes(as: "*")
    // A tag may hold commas: they are read from quote to quote.
    while let open = rest.utf8.firstIndex(of: UInt8(ascii: "\"")) {
      let inner = rest[rest.utf8.index(after: open)...]
      guard let close = inner.utf8.firstIndex(of: UInt8(ascii: "\"")) else { break }
      let isWeak = rest.utf8[..<open].suffix(2).elementsEqual("W/".utf8)
      tags.append((rest[open...close], isWeak))
      rest = rest[rest.utf8.index(after: close)...]
    }
  }

  /// Returns whether it is weak for each time that the list has a strong tag.
  func forms(of tag: String) -> [Bool] {
    tags.filter { $0.tag.hasSameBytes(as: tag) }.map(\.isWeak)
  }

  /// Whether the list has a tag, which is empty where none is known, and `nil` where nothing is
  /// there to have one.
  func contain(_ tag: String?, weakly: Bool) -> Bool {
    guard let tag else { return false }
    let isWeak = tag.hasPrefix("W/")
    let opaque = tag.dropFirst(isWeak ? 2 : 0)
    return isAny
      || tags.contains {
        $0.tag.hasSameBytes(as: opaque) && (weakly || !$0.isWeak && !isWeak)
      }
  }
}
