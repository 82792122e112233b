extension Router {
  /// Changes several routes in one step: whoever opens, matches or lists finds all of the changes
  /// or none.
  ///
  ///     router.update { table in
  ///       table.dispose(of: report)
  ///       table.guard("/report") { context async in isMember(context) ? .allow : .deny }
  ///       report = table.get("/report") { _ in .text("for members") }
  ///     }
  ///
  /// The closure fills a list, and holds no lock. Within it the router shows its routes as they
  /// are; what is registered with the router itself, or in an update within this one, is a change
  /// of its own. A dispatch that has begun goes on with the routes that it has found, as far as
  /// they are still there: where one of them is gone before its turn, it begins anew with the
  /// routes that there are then, and all guards are asked again.
  ///
  /// - Parameter changes: fills the list.
  /// - Returns: the result of the closure.
  /// - Throws: the error of the closure; nothing is changed then.
  @discardableResult
  public func update<Result, Failure>(
    _ changes: (_ table: RouteUpdate) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    let (result, update) = try prepareUpdate(changes)
    update.make()
    return result
  }

  /// Replaces a route, or several, in one step: no dispatch misses both the old and the new ones.
  ///
  ///     page = router.replace(page) { table in
  ///       table.map("/page", tags: ["Views"]) { (context: RouteContext) async throws in … }
  ///     }
  ///
  /// - Parameters:
  ///   - routes: the routes that go.
  ///   - changes: registers those that take their place, as in `update`.
  /// - Returns: the result of the closure.
  /// - Throws: the error of the closure; nothing is changed then.
  @discardableResult
  public func replace<Result, Failure>(
    _ routes: RouteID...,
    with changes: (_ table: RouteUpdate) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try update { (table) throws(Failure) in
      table.dispose(of: routes)
      return try changes(table)
    }
  }
}
