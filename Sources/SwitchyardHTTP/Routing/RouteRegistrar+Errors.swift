public import Dispatch

extension RouteRegistrar {
  /// Registers a function that answers the errors of handlers, and of middleware registered later.
  ///
  ///     router.onError("/shop/*") { request, error in
  ///       guard let error = error as? StockError else { return nil }
  ///       return .text("Sold out: \(error.title)", status: .conflict)
  ///     }
  ///
  /// It is middleware that is a function, as `transform` registers it, and is nested with all
  /// other: of several that match, the one registered last is asked first. Where it returns `nil`,
  /// the error is passed on to the others, and answered as without them in the end; an error that
  /// it throws takes the place of the other. A `CancellationError` is always passed on. Without a
  /// pattern it is for all of the router or the group. It sees a `ResponseError` too, but no denial
  /// of a guard, and no 404 of a request without a route: the page of these is made by
  /// `RouteResponder.Configuration.errorPage`.
  ///
  /// - Parameters:
  ///   - pattern: the pattern to be matched; `nil` for everything.
  ///   - methods: the methods of the requests; none stands for all, and HEAD follows GET.
  ///   - tags: labels of the maps and fallbacks; none stands for all.
  ///   - queue: the queue the function runs on, as that of `transform`.
  ///   - owner: an object whose end removes it.
  ///   - name: the name of the route in listings.
  ///   - fileID: the file that registers it, for faults and listings.
  ///   - line: the line that registers it, for faults and listings.
  ///   - answer: the function that answers, or returns `nil` to pass the error on.
  /// - Returns: the route's identifier, for `dispose(of:)`.
  @discardableResult
  public func onError(
    _ pattern: RoutePattern? = nil,
    methods: [RequestMethod] = [],
    tags: [RouteTag] = [],
    queue: DispatchQueue? = nil,
    owner: (any RouteOwner)? = nil,
    name: String? = nil,
    fileID: StaticString = #fileID,
    line: UInt = #line,
    answer: @escaping ErrorResponder
  ) -> RouteID {
    registerMiddleware(
      pattern,
      RouteOptions(methods.tags + tags, queue, owner, name, fileID, line),
      answering: answer
    )
  }
}
