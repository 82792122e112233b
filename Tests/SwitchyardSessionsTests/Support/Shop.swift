import Foundation
import HTTPTestSupport
import SessionTestSupport
import SwitchyardSessions
import Testing

/// The data of the shop that tests visit.
struct Basket: Codable, Equatable, Sendable {
  var books: [Int] = []
  var isSignedIn = false
}

/// A shop whose visitors go between two tabs.
struct Shop: Sendable {
  typealias Node = RoutingNode<String>

  let store: any VersionedSessionStore
  let sessions: Sessions<Basket>
  let time: TurnedTime
  let notes = Notes<String>()

  init(
    _ store: (any VersionedSessionStore)? = nil,
    tree: Node = Shop.tree(),
    historyLimit: Int = 10,
    sizeLimit: Int = 100_000,
    rememberedLimit: Int = 10_000,
    time: TurnedTime = TurnedTime()
  ) {
    self.time = time
    let store = store ?? MemorySessionStore { time.now }
    self.store = store
    sessions = Sessions(
      in: store,
      tree: tree,
      initial: Basket(),
      lifetime: .seconds(1000),
      historyLimit: historyLimit,
      sizeLimit: sizeLimit,
      rememberedLimit: rememberedLimit,
      now: { time.now },
      onFitting: { [notes] in notes.add("\($0.routes)") }
    )
  }

  /// A new visitor, at a place.
  func visitor(at place: String = "books") async throws -> SessionIdentifier {
    try await sessions.begin { try $0.go(to: place) }.id
  }

  /// The place that a visitor is at.
  func place(of id: SessionIdentifier) async throws -> String? {
    try await sessions.state(of: id)?.navigation.current?.route
  }

  static func tree(_ others: String...) -> Node {
    let options = (["books", "today"] + others).map { route in
      Node(.lazyPresenter { route }).endpoint(
        route,
        children: route == "books" ? [Node(.lazyPresenter { "" }).endpoint("books/:id(\\d+)")] : []
      )
    }
    return Node(fork).fork(options.map { Node(stack).stack([$0]) })
  }

  private static let stack = RoutePresenterStack<String>.lazyPresenter(
    { "" },
    setStack: { _, _ in }
  )
  private static let fork = RoutePresenterFork<String>.lazyPresenter(
    { "" },
    setOptions: { _, _ in },
    setOptionSelected: { _, _ in }
  )
}

/// Expects that a visitor at a place of a newer version alone is taken elsewhere by an older one, which says so, and
/// stays where they are for the newer one until the older one writes.
@discardableResult
func expectFitting(_ newer: Shop, _ older: Shop) async throws -> SessionIdentifier {
  let id = try await newer.visitor()
  try await newer.sessions.perform(id) { try $0.go(to: "news") }
  let state = try #require(try await older.sessions.state(of: id))
  #expect(state.navigation.current?.route == "/books")
  #expect(older.notes.all == ["[\"/news\"]"])
  // It was only read: the newer version still has it.
  #expect(try await newer.place(of: id) == "/news")
  #expect(newer.notes.all == [])
  try await older.sessions.perform(id) { try $0.go(to: "today") }
  #expect(try await newer.place(of: id) == "/today")
  return id
}
