extension RouteRegistrar {
  /// Registers a guard that limits how often each client may ask.
  ///
  ///     router.guard("/login", methods: [.post], limit: RateLimit(5, per: .seconds(60)))
  ///     router.guard("/api/*", limit: RateLimit(600, per: .seconds(60))) { context in
  ///       context[Account.self]?.id
  ///     }
  ///
  /// More is answered with 429, and `Retry-After` says in how many seconds to come again. Clients
  /// are told apart by their addresses, behind trusted proxies by those that these name; of IPv6 by
  /// the first 64 bits. Where the closure returns `nil` the address counts; all whose address is
  /// not known either share a bucket. A request takes one token of a bucket, even if a guard is
  /// asked again after a commit, or several have the same limit; one that is refused takes none.
  ///
  /// Guards are asked in the order they were registered in: one by address stands before those that
  /// compare passwords, one by account behind the guard that finds that. It says nothing of who a
  /// client is, so that `validate` takes no map for guarded by it.
  /// - Parameters:
  ///   - pattern: the pattern to be matched.
  ///   - methods: the methods; none stands for all.
  ///   - exceptions: the targets that it is not asked about.
  ///   - limit: the limit.
  ///   - name: the name of the route in listings.
  ///   - fileID: the file that registers it, for faults and listings.
  ///   - line: the line that registers it, for faults and listings.
  ///   - key: another key than the address, which must be found without waiting.
  /// - Returns: the route's identifier, for `dispose(of:)`.
  @discardableResult
  public func `guard`(
    _ pattern: RoutePattern,
    methods: [RequestMethod] = [],
    except exceptions: [GuardException] = [],
    limit: RateLimit,
    name: String? = nil,
    fileID: StaticString = #fileID,
    line: UInt = #line,
    by key: (@Sendable (_ context: RouteContext) -> String?)? = nil
  ) -> RouteID {
    var options = RouteOptions(methods.tags, nil, nil, name, fileID, line)
    options.exceptions = exceptions
    options.isObserving = true
    return registerGuard(pattern, options) { context, decide in
      // A dispatch without a request has no client; the program itself has begun it.
      guard let exchange = context.exchange else { return decide(.allow) }
      do throws(ResponseError) {
        try limit.take(for: key?(context).map { limit.key($0) }, exchange)
        decide(.allow)
      } catch {
        decide(context.deny(with: error))
      }
    }
  }
}
