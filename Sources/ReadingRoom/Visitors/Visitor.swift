import SwitchyardSessions

/// A visitor of the room, with a store of their own over the shared tree, which shows what is kept
/// of them.
///
/// What is kept is the truth, and may be changed by other servers: each request begins with it, and
/// each step is made on it.
actor Visitor {
  let store = RouterStore(tree: Outline.tree, queue: nil, historyLimit: 50)
  private(set) var facts = Facts()
  /// The name by which the inspector knows whose a request is.
  nonisolated let number = Secret.make()
  /// The number of the state that is shown.
  private var place = 0
  private let records: VisitorRecords
  /// The identifier by which they are kept; who signs in is another visitor from then on, so that
  /// no request of the old cookie comes to them, however long it has been on its way.
  nonisolated let id: SessionIdentifier
  /// Whether a turn is taken, and those that wait for its end.
  private var isStepping = false
  private var waiting: [CheckedContinuation<Void, Never>] = []

  init(
    _ id: SessionIdentifier = .random(),
    in records: VisitorRecords = VisitorRecords(in: MemorySessionStore())
  ) {
    self.id = id
    self.records = records
  }

  /// Takes over what is kept.
  /// - Returns: whether there is anything.
  func refresh() async throws -> Bool {
    // In turn, so that what was read before a step is not taken over after it.
    await takeTurn()
    defer { endTurn() }
    guard let state = try await records.state(of: id) else { return false }
    adopt(state)
    return true
  }

  private func adopt(_ state: VisitorRecords.State) {
    store.restore(state.history)
    facts = state.value.facts
    place = state.place
  }

  /// Makes a step on what is kept; one that a page has asked for before is answered again.
  private func step<Outcome: Codable & Sendable>(
    _ key: IdempotencyKey? = nil,
    _ step: (inout VisitorRecords.State) throws -> Outcome
  ) async throws -> Outcome {
    await takeTurn()
    defer { endTurn() }
    let result = try await records.perform(id, facts, key, step)
    adopt(result.state)
    return result.outcome
  }

  // MARK: - Turns

  /// Waits for the turns that were begun before: of many steps at once each would be a conflict for
  /// the others, and only those of other servers need be.
  private func takeTurn() async {
    if isStepping { await withCheckedContinuation { waiting.append($0) } }
    isStepping = true
  }

  /// Lets the next turn begin.
  private func endTurn() {
    if waiting.isEmpty { isStepping = false } else { waiting.removeFirst().resume() }
  }

  // MARK: - Pages

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
    _ = try await step { state in
      try state.show(request, place: place)
      return NoOutcome()
    }
    // From here up to the drawing nothing waits, so that each request sees the page it asked for.
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

  // MARK: - Data of a visitor

  /// Makes the visitor who may see private pages, and who takes over all there is of this one.
  ///
  /// This one has ended with that: requests that were begun with the old cookie, and forms of pages
  /// from before, come to nothing.
  /// - Returns: `nil` for a form that was not of the visitor's own pages, or of one from before.
  func signIn(with token: String?) async throws -> Visitor? {
    struct Forged: Error {}
    await takeTurn()
    defer { endTurn() }
    do {
      let result = try await records.renew(id) { state in
        guard state.value.facts.accepts(token) else { throw Forged() }
        state.value.facts.isSignedIn = true
        state.value.facts.token = Secret.make()
      }
      clear()
      let member = Visitor(result.id, in: records)
      await member.adopt(result.state)
      return member
    } catch is Forged {
      return nil
    } catch let error as SessionError where error.code == .ended {
      // Another form was quicker, or another server.
      return nil
    }
  }

  /// Changes the data, once for each key.
  func change(_ key: IdempotencyKey?, _ body: @Sendable (inout Facts) -> Void) async throws {
    _ = try await step(key) { state in
      body(&state.value.facts)
      return NoOutcome()
    }
  }

  /// Changes the data, and returns where the visitor goes on to; once for each key.
  func next(
    _ key: IdempotencyKey?,
    to callback: String,
    _ body: @Sendable (inout Facts) -> Void = { _ in }
  ) async throws -> String {
    try await step(key) { state in
      body(&state.value.facts)
      return state.value.facts.next(to: callback)
    }
  }

  /// Drops all data and screens of a visitor, for good.
  func leave() async throws {
    try await records.end(id)
    clear()
  }

  private func clear() {
    store.reset()
    facts = Facts()
    place = 0
  }

  /// Drops what is kept of a visitor who makes room for others, unless another server has seen
  /// them come back.
  @discardableResult nonisolated func forget() -> Task<Void, Never> {
    Task { try? await records.forget(id) }
  }
}
