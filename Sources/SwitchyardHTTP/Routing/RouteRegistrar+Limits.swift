internal import Synchronization

extension RouteRegistrar {
  /// Registers limits for the requests of every map and fallback whose target a pattern matches,
  /// whether these were registered before or after.
  ///
  ///     router.limit("/uploads/*", bodyLength: 1 << 30, concurrency: 20)
  ///     router.limit("/reports/*", time: .seconds(120))
  ///
  /// Limits are middleware: of several for one request the innermost counts for the length of the
  /// body and for the time, which is the one that was registered last; how many are under way is
  /// asked of each. Without a pattern they are for all of the router or the group. They are looked
  /// at when all guards have allowed.
  ///
  /// A number that no request could keep to stops the program.
  /// - Parameters:
  ///   - pattern: the pattern to be matched; `nil` for everything.
  ///   - methods: the methods of the requests that they are for; none stands for all, and HEAD
  ///     follows GET.
  ///   - tags: labels of the maps and fallbacks that they are for; none stands for all.
  ///   - bodyLength: the most bytes of a body, in place of the responder's; the reader of a longer
  ///     one receives an error 413. Guards read within the responder's limit. A compressed body is
  ///     counted as it is sent.
  ///   - time: the time of the handler and all middleware around it, in place of the router's; it
  ///     begins again while a body comes in.
  ///   - concurrency: the most requests that may be under way at once within these limits; more are
  ///     answered with 503. One is under way until its handler has ended, also if nobody waits for
  ///     that any more; the producer of a stream runs after that.
  ///   - owner: an object whose end removes them.
  ///   - name: the name of the route in listings.
  ///   - fileID: the file that registers them, for faults and listings.
  ///   - line: the line that registers them, for faults and listings.
  /// - Returns: the route's identifier, for `dispose(of:)`.
  @discardableResult
  public func limit(
    _ pattern: RoutePattern? = nil,
    methods: [RequestMethod] = [],
    tags: [RouteTag] = [],
    bodyLength: Int? = nil,
    time: Duration? = nil,
    concurrency: Int? = nil,
    owner: (any RouteOwner)? = nil,
    name: String? = nil,
    fileID: StaticString = #fileID,
    line: UInt = #line
  ) -> RouteID {
    stopUnless(
      bodyLength.map { $0 >= 0 } ?? true,
      "limit(bodyLength: \(bodyLength ?? 0)) allows no body at all, not even an empty one. Give it 0 or "
        + "more bytes, or leave it out for the responder's.",
      fileID,
      line
    )
    stopUnless(
      time.map { $0 > .zero } ?? true,
      "limit(time: \(time ?? .zero)) leaves a handler no time. Give it more than zero, or leave it out "
        + "for the router's.",
      fileID,
      line
    )
    stopUnless(
      concurrency.map { $0 > 0 } ?? true,
      "limit(concurrency: \(concurrency ?? 0)) lets no request through. Give it 1 or more, or leave it "
        + "out for any number.",
      fileID,
      line
    )
    let options = RouteOptions(methods.tags + tags, nil, owner, name, fileID, line)
    let places = concurrency.map(Places.init)
    return registerMiddleware(
      pattern ?? .everything,
      options,
      before: { context in
        try places?.take()
        if let bodyLength { context.exchange?.limitBody(to: bodyLength) }
      },
      timeLimit: time,
      after: { _, end in
        places?.leave()
        return try end.get()
      }
    )
  }
}

/// The places for requests that may be under way at once.
private final class Places: Sendable {
  private let count: Int
  private let taken = Atomic(0)

  init(_ count: Int) { self.count = count }

  func take() throws(ResponseError) {
    guard taken.add(1, ordering: .relaxed).newValue > count else { return }
    leave()
    throw ResponseError(.serviceUnavailable, fields: [.retryAfter: "1"])
  }

  func leave() { taken.subtract(1, ordering: .relaxed) }
}
