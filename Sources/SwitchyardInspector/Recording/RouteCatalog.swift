import Dispatch
import SwitchyardLocks
import SwitchyardProof

/// The routes of a version of the router, and the matrix of its guards, each made when it is first
/// asked for.
final class RouteCatalog: Sendable {
  /// The routes, with the text of each that is searched.
  final class Listing: Sendable {
    let version: Int
    let routes: [RouteDescription]
    /// The number of cells that the matrix has.
    let cellCount: Int
    private let texts: [[UInt8]]

    init(_ listing: RouteListing, without own: Set<RouteID>) {
      version = listing.version ?? 0
      routes = listing.filter { route in route.id.map { !own.contains($0) } ?? true }
      cellCount = GuardMatrixSize(routes).cells
      texts = routes.map { route in
        let parts = [
          route.pattern, route.name ?? "", route.kind.rawValue, route.regex ?? "",
          route.tags.map(\.description).joined(separator: " "), route.origin ?? "",
          route.access?.description ?? "",
        ]
        return Array(parts.joined(separator: "\n").lowercased().utf8)
      }
    }

    /// Returns the places of the routes in whose texts something stands.
    func places(with text: String) -> [Int] {
      let wanted = Array(text.utf8)
      guard let first = wanted.first else { return Array(routes.indices) }
      return routes.indices.filter { place in
        let bytes = texts[place]
        guard bytes.count >= wanted.count else { return false }
        // In bytes, as the search of texts goes by characters and takes long.
        return (0...bytes.count - wanted.count).contains { start in
          bytes[start] == first && bytes[start..<start + wanted.count].elementsEqual(wanted)
        }
      }
    }
  }

  /// The routes that guards have to cover, besides those that say so themselves.
  struct Requirements: Sendable {
    let tags: [RouteTag]
    let allExceptPublic: Bool
  }

  /// The matrix, with its rows by their routes.
  final class Matrix: Sendable {
    let matrix: GuardMatrix
    private let places: [RouteID: Int]
    private let drawn = Locked<[UInt8]?>(nil)

    init(_ matrix: GuardMatrix) {
      self.matrix = matrix
      places = Dictionary(
        matrix.rows.enumerated().compactMap { place, row in row.route.id.map { ($0, place) } },
        uniquingKeysWith: { first, _ in first }
      )
    }

    subscript(route: RouteID?) -> GuardMatrix.Row? {
      route.flatMap { places[$0] }.map { matrix.rows[$0] }
    }

    /// The bytes of the drawing, which is made once.
    var drawing: [UInt8] {
      drawn.withLock { drawn in
        if let drawn { return drawn }
        let bytes = Array(matrix.svg().utf8)
        drawn = bytes
        return bytes
      }
    }

    /// The guards that are asked about all that comes to a route.
    func guards(before row: GuardMatrix.Row) -> [RouteDescription] {
      zip(matrix.guards, row.cells).filter { $1.cover == .covered }.map(\.0)
    }
  }

  private struct State {
    var own: Set<RouteID> = []
    var listing: Listing?
    var matrix: Matrix?
    /// The version of which there is a matrix, and that of which the last one was begun.
    var madeVersion: Int?
    var begunVersion: Int?
  }

  private let state = Locked(State())

  /// Leaves out some routes.
  func leaveOut(_ own: [RouteID]) {
    state.withLock { state in
      state.own.formUnion(own)
      state.listing = nil
    }
  }

  /// Returns the routes that there are now.
  func listing(of router: Router) -> Listing {
    let version = router.routesVersion
    let (known, own) = state.withLock { ($0.listing, $0.own) }
    if let known, known.version == version { return known }
    let listing = Listing(router.routes, without: own)
    state.withLock { $0.listing = listing }
    return listing
  }

  /// Returns the matrix; `nil` if it takes longer than a moment, and is still being made.
  func matrix(
    of router: Router,
    _ requirements: Requirements,
    waitingFor time: Duration
  ) async -> Matrix? {
    let version = router.routesVersion
    let begins = state.withLock { state in
      guard state.begunVersion != version else { return false }
      state.begunVersion = version
      return true
    }
    // Not on the threads that tasks share: it may take seconds.
    if begins { Self.queue.async { [weak router] in self.make(router, version, requirements) } }
    let end = ContinuousClock.now + time
    while true {
      let made = state.withLock { $0.madeVersion == version ? $0.matrix : nil }
      if let made { return made }
      guard ContinuousClock.now < end, !Task.isCancelled else { return nil }
      try? await Task.sleep(for: .milliseconds(5))
    }
  }

  private static let queue = DispatchQueue(label: "switchyard.inspector.matrix", qos: .utility)

  private func make(
    _ router: Router?,
    _ version: Int,
    _ requirements: Requirements
  ) {
    // The routes may have changed while it waited.
    guard let router, state.withLock({ $0.begunVersion }) == version else { return }
    let matrix = router.guardMatrix(
      requiring: requirements.tags,
      allExceptPublic: requirements.allExceptPublic
    )
    state.withLock { state in
      state.matrix = Matrix(matrix.without(state.own))
      state.madeVersion = version
    }
  }
}

extension GuardMatrix {
  /// The matrix without some routes.
  fileprivate func without(_ own: Set<RouteID>) -> GuardMatrix {
    let isShown = { (route: RouteDescription) in route.id.map { !own.contains($0) } ?? true }
    let columns = guards.indices.filter { isShown(guards[$0]) }
    return GuardMatrix(
      guards: columns.map { guards[$0] },
      rows: rows.filter { isShown($0.route) }.map { row in
        Row(
          route: row.route,
          cells: columns.map { row.cells[$0] },
          together: row.together,
          findings: row.findings
        )
      },
      findings: findings
    )
  }
}
