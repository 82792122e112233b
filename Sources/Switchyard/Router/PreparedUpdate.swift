import RouteIndex
import SwitchyardLocks

/// An update whose routes are there, and which can be looked at before it is made.
///
/// For who has to know that it can be made, and then makes it at a moment that others choose.
package final class PreparedUpdate: Sendable {
  let core: RouterCore
  let added: [IndexedRoute]
  let removed: [RouteID]
  private let isOver = Locked(false)

  init(_ core: RouterCore, added: [IndexedRoute], removed: [RouteID]) {
    self.core = core
    self.added = added
    self.removed = removed
  }

  /// Makes the update, as one step; once.
  package func make() { _ = make(expecting: nil) }

  /// Makes the update, as one step; once, and only where the routes are at a version.
  ///
  /// For who has decided about it by the routes of that version.
  /// - Returns: the version with the update; `nil` if there is another than expected, and nothing
  ///   is made.
  package func make(expecting version: UInt64?) -> UInt64? {
    let isFirst = isOver.withLock { isOver in
      defer { isOver = true }
      return !isOver
    }
    guard isFirst else { return nil }
    return core.apply(adding: added, removing: removed, expecting: version)?.version
  }
}

extension Router {
  /// Fills a list of changes as `update` does, and does not make them yet.
  ///
  /// - Parameter changes: fills the list.
  /// - Returns: the result of the closure, and the list; nothing is changed before it is made.
  /// - Throws: the error of the closure.
  package func prepareUpdate<Result, Failure>(
    _ changes: (_ table: RouteUpdate) throws(Failure) -> Result
  ) throws(Failure) -> (result: Result, update: PreparedUpdate) {
    let update = RouteUpdate(core)
    let result: Result
    do throws(Failure) {
      result = try changes(update)
    } catch {
      _ = update.end()
      throw error
    }
    let (added, removed) = update.end()
    return (result, PreparedUpdate(core, added: added, removed: removed))
  }
}
