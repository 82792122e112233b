/// The size of the matrix of some routes, which is known before it is made.
package struct GuardMatrixSize: Sendable {
  /// The number of guards that decide.
  package let guards: Int
  /// The number of cells: one for each such guard and each map or fallback.
  package let cells: Int

  /// The most cells of a matrix, unless another number is asked for.
  package static let limit = 4_000_000

  package init(_ routes: [RouteDescription]) {
    guards = routes.count { $0.kind == .guard && $0.isObserving != true }
    cells = guards * routes.count { $0.kind == .map || $0.kind == .fallback }
  }
}
