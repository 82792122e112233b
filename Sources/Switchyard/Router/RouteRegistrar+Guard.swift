public import Dispatch

extension RouteRegistrar {
  /// Registers a guard: a handler that must allow every target its pattern matches, before all
  /// else.
  ///
  ///     router.guard("/admin/*") { context in await isAdmin(context) ? .allow : .deny }
  ///
  /// Guards are asked in the order they were registered in, for every lookup whatever its tags, and
  /// again for each target that a proxy commits to. An error, a dropped verdict, a limit that is
  /// hit and a timeout deny. A guard has no owner: it stays until it is disposed of.
  ///
  /// - Parameters:
  ///   - pattern: the pattern to be matched.
  ///   - queue: the queue the handler runs on; without one the router's, or the thread that drives
  ///     the dispatch.
  ///   - observing: whether it only looks on, or adds to what is answered, and turns nobody away:
  ///     `validate(requiring:)` takes no map for guarded by it.
  ///   - exceptions: the targets that it is not asked about; for `validate(requiring:)` it covers
  ///     no map that one of them overlaps.
  ///   - name: the name of the route in listings and for `url(named:)`.
  ///   - fileID: the file that registers it, for faults and listings.
  ///   - line: the line that registers it, for faults and listings.
  ///   - handler: the handler to be called.
  /// - Returns: the route's identifier, for `dispose(of:)`.
  @discardableResult
  public func `guard`(
    _ pattern: RoutePattern,
    queue: DispatchQueue? = nil,
    observing: Bool = false,
    except exceptions: [GuardException] = [],
    name: String? = nil,
    fileID: StaticString = #fileID,
    line: UInt = #line,
    handler: @escaping @Sendable (RouteContext) async throws -> GuardVerdict
  ) -> RouteID {
    scope.register(
      .guard,
      pattern,
      RouteOptions([], queue, nil, name, fileID, line).observing(observing, except: exceptions),
      .guard(handler)
    )
  }

  /// Registers a guard with an async handler that runs on the main actor.
  @discardableResult
  public func `guard`(
    _ pattern: RoutePattern,
    queue: MainQueue,
    observing: Bool = false,
    except exceptions: [GuardException] = [],
    name: String? = nil,
    fileID: StaticString = #fileID,
    line: UInt = #line,
    handler: @escaping @MainActor @Sendable (RouteContext) async throws -> GuardVerdict
  ) -> RouteID {
    scope.register(
      .guard,
      pattern,
      RouteOptions([], queue, nil, name, fileID, line).observing(observing, except: exceptions),
      .guard(main: handler)
    )
  }
}
