import Foundation
import SessionStoreSQLite
import SwitchyardSessions

/// The data of a session: how many steps it has made.
struct Steps: Codable, Sendable {
  var count = 0
}

/// What all processes of the trial share: a file of sessions, and the list of these.
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
      in: SQLiteSessionStore(path: folder + "/sessions.db"),
      tree: tree,
      initial: Steps()
    )
  }

  /// Makes one step: the next number, and its screen.
  func step(_ request: Request) async throws -> Int {
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
