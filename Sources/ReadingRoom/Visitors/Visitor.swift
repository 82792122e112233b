import NavigationTree
import RoutePatterns
import SwitchyardHTTP

/// A visitor of the room, with a store of their own over the shared tree, and the data they have
/// given.
///
/// It is an actor, so that of two requests of one visitor each sees the page that it has asked for.
actor Visitor {
  let store = RouterStore(tree: Outline.tree, queue: nil, historyLimit: 50)
  private(set) var facts = Facts()
  /// The name by which the inspector knows whose a request is.
  nonisolated let number = Secret.make()
  /// The number of states that the history has forgotten.
  private var forgotten = 0

  /// The number of the state that is shown, counted from the first that ever was.
  private var place: Int { forgotten + store.history.past.count }

  /// Goes where a path leads, and returns the page that is shown then.
  ///
  /// If the page carried a place in history, which the script sends when the browser goes back or
  /// forward, that state is shown again, if it has the same path. A request without one for a path
  /// that equals an earlier or later state goes there too; any other makes a new state. So the
  /// history of the store follows that of the browser: exactly with the script, and by paths
  /// without it.
  ///
  /// The request has no query, so that the history is bounded by the number of pages; the callback,
  /// where a form leads after it, belongs to this page alone.
  func page(
    _ request: EndpointRequest,
    callback: String? = nil,
    formerPath: String? = nil,
    place: Int? = nil,
    notice: Notice? = nil
  ) async throws -> HTML {
    if place.map({ !travel(to: $0, request) }) ?? true { try go(to: request) }
    if let shown = Place(route: request.route) { facts.tour = facts.tour.after(shown) }
    var drawing = drawing(String(request.target.path), callback: callback, notice: notice)
    drawing.formerPath = formerPath
    return await drawn { [drawing] in drawing.page($0) }
  }

  /// Returns a page outside of the tree, which goes nowhere.
  func page(outside title: String, _ content: HTML) async -> HTML {
    let drawing = drawing(Place.today.url())
    return await drawn { drawing.page($0, outside: title, content) }
  }

  private func drawing(
    _ path: String,
    callback: String? = nil,
    notice: Notice? = nil
  ) -> Drawing {
    Drawing(
      state: store.state,
      facts: facts,
      place: place,
      path: path,
      callback: callback,
      notice: notice
    )
  }

  private func drawn(_ draw: @escaping @Sendable (Screen?) -> HTML) async -> HTML {
    await store.presented { nodes in draw(nodes.first?.view) }
  }

  private func go(to request: EndpointRequest) throws {
    let history = store.history
    let next = try store.tree.state(after: request, from: history.present)
    // No state occurs twice: going to one that exists moves to it.
    if let index = history.states.firstIndex(of: next) {
      move(by: index - history.past.count)
      return
    }
    let outcome = store.dispatch(request)
    if let error = outcome.error { throw error }
    let isFull = history.past.count == history.limit
    if isFull, store.history.past.count == history.limit { forgotten += 1 }
  }

  /// Goes to a place in history, if it is the endpoint that is asked for.
  private func travel(to place: Int, _ request: EndpointRequest) -> Bool {
    let history = store.history
    let states = history.states
    // The number comes from a client, and may be any at all.
    let (index, overflow) = place.subtractingReportingOverflow(forgotten)
    guard !overflow, states.indices.contains(index), let current = states[index].current,
      current.route == request.route, current.parameters == request.parameters
    else { return false }
    move(by: index - history.past.count)
    return true
  }

  private func move(by steps: Int) {
    for _ in 0..<abs(steps) { if steps < 0 { store.goBack() } else { store.goForward() } }
  }
}

// MARK: - Data of a visitor

extension Visitor {
  /// Lets a visitor see private pages; forms of pages from before are accepted no longer.
  /// - Returns: whether the form was of the visitor's own pages, and not of one from before.
  func signIn(with token: String?) -> Bool {
    guard accepts(token) else { return false }
    facts.isSignedIn = true
    facts.token = Secret.make()
    return true
  }

  func setName(_ name: String) { facts.name = name }

  /// Remembers a book to be ordered when the visitor has signed in.
  func want(_ book: Book) { facts.wanted = book.id }

  /// Returns where a visitor goes on to who has filled in a form on the way in: to the place that
  /// was asked for, by way of an order if one was begun.
  func next(to callback: String) -> String {
    guard let book = Library.book(facts.wanted), callback == book.orderURL else { return callback }
    guard facts.isKnown else {
      let query: QueryParameters = ["callback": callback]
      return "\(facts.isSignedIn ? Place.welcome.url() : Place.login.url())?\(query)"
    }
    facts.wanted = nil
    return order(book).map { Place.order.url(["id": "\($0.id)"]) } ?? Place.orders.url()
  }

  /// Shows the tour no longer.
  func endTour() { facts.tour = .over }

  func setAddress(_ address: String) { facts.address = address }

  /// Orders a book, unless it has been ordered already or the limit is reached.
  func order(_ book: Book) -> Order? {
    if let order = facts.orders.first(where: { $0.book == book.id }) { return order }
    guard facts.orders.count < 20 else { return nil }
    let order = Order(id: facts.orders.count + 1, book: book.id)
    facts.orders.append(order)
    return order
  }

  /// Whether a form is of this visitor's own pages.
  func accepts(_ token: String?) -> Bool { Secret.areEqual(token ?? "", facts.token) }

  /// Drops all data and screens of a visitor, after the session is closed and cannot be resumed.
  func leave() {
    store.reset()
    facts = Facts()
    forgotten = 0
  }
}

extension NavigationHistory {
  /// All states, the earliest first.
  fileprivate var states: [RouterState] { past + [present] + future }
}
