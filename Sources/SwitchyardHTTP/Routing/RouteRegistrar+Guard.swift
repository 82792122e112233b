public import Dispatch

extension RouteRegistrar {
  /// Registers a guard for the requests of some methods.
  ///
  ///     router.guard("/books/*", methods: [.post, .put, .delete]) { context in
  ///       await mayWrite(context) ? .allow : .deny
  ///     }
  ///
  /// It is not asked about requests of other methods, and `validate(requiring:)` takes maps of
  /// these alone for guarded by it. HEAD follows GET. A map of `any` answers whatever token a
  /// client sends as its method, so that what stands before it is better a guard for all. A lookup
  /// that is of no request asks it always.
  /// - Parameters:
  ///   - pattern: the pattern to be matched.
  ///   - methods: the methods; none stands for all.
  ///   - exceptions: the targets that it is not asked about.
  ///   - queue: the queue the handler runs on; without one the router's, or the thread that drives
  ///     the dispatch.
  ///   - name: the name of the route in listings.
  ///   - fileID: the file that registers it, for faults and listings.
  ///   - line: the line that registers it, for faults and listings.
  ///   - handler: the handler to be called.
  /// - Returns: the route's identifier, for `dispose(of:)`.
  @discardableResult
  public func `guard`(
    _ pattern: RoutePattern,
    methods: [RequestMethod],
    except exceptions: [GuardException] = [],
    queue: DispatchQueue? = nil,
    name: String? = nil,
    fileID: StaticString = #fileID,
    line: UInt = #line,
    handler: @escaping @Sendable (RouteContext) async throws -> GuardVerdict
  ) -> RouteID {
    var options = RouteOptions(methods.tags, queue, nil, name, fileID, line)
    options.exceptions = exceptions
    return registerGuard(pattern, options, deciding: handler)
  }

  /// Registers a guard for the requests of some methods, whose handler answers by a closure that it
  /// calls with its verdict.
  @discardableResult
  public func `guard`(
    _ pattern: RoutePattern,
    methods: [RequestMethod],
    except exceptions: [GuardException] = [],
    queue: DispatchQueue? = nil,
    name: String? = nil,
    fileID: StaticString = #fileID,
    line: UInt = #line,
    handler:
      @escaping @Sendable (
        _ context: RouteContext, _ decide: @escaping @Sendable (GuardVerdict) -> Void
      ) -> Void
  ) -> RouteID {
    var options = RouteOptions(methods.tags, queue, nil, name, fileID, line)
    options.exceptions = exceptions
    return registerGuard(pattern, options, answering: handler)
  }
}

extension [RequestMethod] {
  /// The tags of a guard or of middleware for these methods; HEAD follows GET.
  package var tags: [RouteTag] {
    var methods = self
    if contains(.get), !contains(.head) { methods.append(.head) }
    return methods.map { .method($0) }
  }
}
