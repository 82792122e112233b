import Foundation
import SessionStoreSQLite
import SwitchyardSessions

#if PostgreSQL
  import SessionStorePostgres
#endif

/// The data of a session: how many steps it has made.
struct Steps: Codable, Sendable {
  var count = 0
}

/// What all processes of the trial share: a file or a database of sessions, and the list of these.
struct Stand: Sendable {
  let folder: String
  let sessions: Sessions<Steps>

  init(_ folder: String) {
    self.folder = folder
    let tree = RoutingNode<String>(
      .lazyPresenter({ "" }, setStack: { _, _ in })
    ).stack([
      RoutingNode(.lazyPresenter { "" }).endpoint(
        "steps",
        children: [RoutingNode(.lazyPresenter { "" }).endpoint("steps/:number(\\d+)")]
      )
    ])
    sessions = Sessions(
      in: Self.store(folder),
      tree: tree,
      initial: Steps()
    )
  }

  /// The folder of the server of PostgreSQL, where there is one.
  static func server(_ folder: String) -> String { folder + "/server" }

  /// The file that says how far commits wait for the server's disk.
  static func commit(_ folder: String) -> String { folder + "/commit" }

  private static func store(_ folder: String) -> any VersionedSessionStore {
    #if PostgreSQL
      if let commit = try? String(contentsOfFile: commit(folder), encoding: .utf8) {
        return PostgresSessionStore(
          "postgres:///postgres?host=\(server(folder))&user=shop",
          options: .init(synchronousCommit: commit == "off" ? .off : .on),
          onEvent: { _ in }
        )
      }
    #endif
    return SQLiteSessionStore(path: folder + "/sessions.db")
  }

  /// Begins sessions, and lists them.
  func begin(_ count: Int) async throws {
    let identifiers = try await withThrowingTaskGroup { group in
      for _ in 0..<count {
        group.addTask { try await sessions.begin { try $0.go(to: "steps") }.id.text }
      }
      return try await group.reduce(into: []) { $0.append($1) }
    }
    let text = identifiers.map { $0 + "\n" }.joined()
    try text.write(toFile: list, atomically: true, encoding: .utf8)
  }

  /// Makes one step, however often it has to be asked for while the store is away.
  func carryOut(_ request: Request) async throws -> Int {
    let end = ContinuousClock.now + .seconds(120)
    while true {
      do {
        return try await step(request)
      } catch let error as SessionStoreError {
        guard ContinuousClock.now < end else { throw error }
        try await Task.sleep(for: .milliseconds(20))
      }
    }
  }

  /// Makes one step: the next number, and its screen.
  private func step(_ request: Request) async throws -> Int {
    try await sessions.perform(request.id, request.key) { state in
      state.value.count += 1
      try state.go(to: "steps/\(state.value.count)")
      return state.value.count
    }.outcome
  }

  /// The identifiers of the sessions, one a line.
  var list: String { folder + "/list" }

  func identifiers() throws -> [SessionIdentifier] {
    try String(contentsOfFile: list, encoding: .utf8).split(separator: "\n").compactMap {
      SessionIdentifier($0)
    }
  }
}

/// One step that is to be made once.
struct Request: Hashable, Sendable {
  let id: SessionIdentifier
  let key: IdempotencyKey
}
