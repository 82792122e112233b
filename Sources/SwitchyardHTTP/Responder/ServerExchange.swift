internal import SwitchyardLocks
internal import Synchronization

/// A request on its way through the server, to its response.
///
/// Handlers of all kinds receive it as payload, and find it by `context.exchange` even if a proxy
/// passes on another payload.
///
///     router.guard("/*", observing: true) { context async in
///       let start = ContinuousClock.now
///       context.exchange?.onResponse { response in
///         response.fields["X-Time"] = "\(start.duration(to: .now))"
///       }
///       return .allow
///     }
public final class ServerExchange: Sendable, DispatchAttachment {
  /// The head of the request, as it came in.
  public let head: RequestHead
  // Kept as it was checked, for parts of it would be copied.
  private let checked: CheckedRequest
  /// The method.
  public var method: RequestMethod { checked.method }
  /// The target that the request names.
  public var target: RouteTarget { checked.target }
  /// The body of the request.
  public var body: ServerRequestBody {
    var body = ServerRequestBody(parts, head.fields)
    body.jsonDecoder = responder?.configuration.jsonDecoder
    guard let decoded = read({ $0.decodedBody }) else { return body }
    return body.decoded { _ in decoded }
  }
  private let parts: (any RequestBodySource)?
  /// The responder; `nil` for the request of a test, to which no dispatch belongs.
  let responder: RouteResponder?
  let taker: (any ResponseTaker)?
  /// The number of the request at its taker.
  let number: Int
  /// The begin of the request, if it is observed.
  let observation: RequestObservation?
  /// The identifier that it began with: a trusted proxy has given it, or it is observed.
  private let givenID: String?
  /// The exchange that the responder has begun, where a leg of the dispatch has begun anew since.
  private let original: ServerExchange?
  /// The things that few requests have; those of the original also say what becomes of the
  /// dispatch.
  private let state = LazyReference<ExchangeState>()
  private let place: Atomic<ResponsePlace>
  /// The response on its way from the handler that has returned it, through middleware, to the end.
  ///
  /// One of them runs at a time: while it is passed, it belongs to whoever changes the place, and
  /// else to the one that runs. So none of them has to lock. Middleware that changes it runs within
  /// an access to it: whoever comes here meanwhile finds the place changed, and touches nothing. So
  /// no access need be checked for others at run time.
  @exclusivity(unchecked)
  private nonisolated(unsafe) var passed: ServerResponse?
  /// The map or fallback that the target has met; set before it is over, and not read earlier.
  private nonisolated(unsafe) var destination: MatchedEntry?

  /// Makes another exchange of the same request, with what handlers have left in that.
  private init(_ other: ServerExchange, _ content: ExchangeState.Content?) {
    head = other.head
    checked = other.checked
    parts = other.parts
    responder = other.responder
    taker = other.taker
    number = other.number
    observation = other.observation
    givenID = other.givenID
    original = other.root
    place = Atomic(content?.response == nil ? .nowhere : .set)
    if let content { _ = state.value { ExchangeState(content) } }
  }

  private var root: ServerExchange { original ?? self }

  init(
    _ head: consuming RequestHead,
    _ request: consuming CheckedRequest,
    body: (any RequestBodySource)?,
    responder: RouteResponder,
    taker: (any ResponseTaker)?,
    number: Int,
    observation: RequestObservation?,
    requestID: String?
  ) {
    self.head = consume head
    checked = consume request
    parts = body
    self.responder = responder
    self.taker = taker
    self.number = number
    self.observation = observation
    givenID = observation?.requestID ?? requestID
    original = nil
    place = Atomic(.nowhere)
  }

  /// Makes the exchange of a request that no responder has begun.
  init(_ head: RequestHead, _ method: RequestMethod, _ target: RouteTarget, _ body: [UInt8]) {
    self.head = head
    checked = CheckedRequest(method: method, target: target)
    parts = ServerRequestBody(body).begin(upTo: .max, length: nil)
    responder = nil
    taker = nil
    number = 0
    observation = nil
    givenID = nil
    original = nil
    place = Atomic(.nowhere)
  }

  /// The identifier of the request, as the log has it: that of a trusted proxy, or a random one.
  public var requestID: String {
    givenID
      ?? root.change { state in
        if let made = state.requestID { return made }
        let made = Self.makeRequestID()
        state.requestID = made
        return made
      }
  }

  /// Makes an identifier that no other request has.
  static func makeRequestID() -> String { RandomIdentifiers.nextText() }

  /// The map or fallback that the request has come to, for closures that see the response; `nil`
  /// where there is none, and before there is a response.
  ///
  /// It is the one that the guards have stood before, also if one of them has denied. A handler
  /// finds its own in `context.matched`.
  public var route: MatchedRoute? { isOver ? unsafe destination?.route : nil }

  /// The length of the body, for when the exchange is over as well.
  var bodyLength: RequestLength { RequestLength(head, parts) }

  /// Sets the most bytes of the body.
  func limitBody(to length: Int) { parts?.limit = length }

  /// Changes the closures that see the response, unless it was made.
  func changeHooks(_ body: (inout [@Sendable (inout ServerResponse) -> Void]) -> Void) {
    guard original?.isOver != true else { return }
    change { state in
      state.traces += 1
      if place.isStillOpen { body(&state.hooks) }
    }
  }

  /// Gives the response to a policy for other sites; returns whether it is the first.
  func takesPolicy() -> Bool {
    change { state in
      defer { state.hasPolicy = true }
      return !state.hasPolicy
    }
  }

  /// Returns how long the request has to wait at a place, as it was found when it came there first:
  /// guards that are asked again count it once.
  func firstWait(at place: AnyHashable, _ count: () -> Duration) -> Duration {
    if let found = root.read({ $0.waits[place] }) { return found }
    let wait = count()
    root.change { $0.waits[place] = wait }
    return wait
  }

  /// Sets the response, for handlers that do not return one; the first that is set counts, unless
  /// middleware answers with another.
  ///
  ///     router.map("/ping", tags: [.method(.get)]) { context, completed in
  ///       context.exchange?.respond(with: .text("pong"))
  ///       completed()
  ///     }
  /// - Returns: whether there was none.
  @discardableResult
  public func respond(with response: ServerResponse) -> Bool {
    guard original?.isOver != true else { return false }
    return change { state in
      guard place.change(from: .nowhere, to: .set) else { return false }
      state.traces += 1
      state.response = response
      return true
    }
  }

  /// Passes on the response that a handler has returned; one that was set before counts.
  func passResponse(_ response: consuming ServerResponse) {
    guard place.load(ordering: .acquiring) == .nowhere else { return }
    unsafe passed = consume response
    // A body may hold the exchange, which would not end then.
    if !place.change(from: .nowhere, to: .passed) { unsafe passed = nil }
  }

  /// Passes on the response of middleware, whether there is another or not.
  func replaceResponse(by response: consuming ServerResponse) {
    assert(place.load(ordering: .relaxed) != .changed, "Middleware answers while others change it.")
    if place.load(ordering: .acquiring) != .nowhere { _ = takeResponse() }
    guard !place.load(ordering: .acquiring).isClosed else { return }
    unsafe passed = consume response
    while !place.change(from: .nowhere, to: .passed) {
      guard !place.load(ordering: .acquiring).isClosed else {
        unsafe passed = nil
        return
      }
      // Somebody has set one meanwhile, which no middleware has seen.
      _ = takeSetResponse()
    }
  }

  /// Removes and returns the response that handlers have returned or set.
  func takeResponse() -> ServerResponse? {
    if place.change(from: .passed, to: .nowhere) { return unsafe passed.take() }
    return takeSetResponse()
  }

  private func takeSetResponse() -> ServerResponse? {
    read { state in place.change(from: .set, to: .nowhere) ? state.response.take() : nil }
  }

  /// Has a closure change the response that handlers have returned or set, in place.
  ///
  /// Inlined, as the closure would else count a reference to all that it names.
  /// - Returns: whether there is one.
  /// - Throws: the error of the closure, in place of the response.
  @inline(__always)
  func changeResponse(_ body: (inout ServerResponse) throws -> Void) throws -> Bool {
    guard place.change(from: .passed, to: .changed) || beginToChangeSet() else { return false }
    do {
      try unsafe passed?.change(body)
    } catch {
      dropChanged()
      throw error
    }
    if !place.change(from: .changed, to: .passed) { dropChanged() }
    return true
  }

  /// Takes the response that is among the state to where it is changed.
  /// - Returns: whether there is one.
  @inline(never)
  private func beginToChangeSet() -> Bool {
    let set = read { place.change(from: .set, to: .changed) ? $0.response.take() : nil }
    guard let set else { return false }
    unsafe passed = set
    return true
  }

  /// Lets go of the response that was to be changed: the closure has failed, or the exchange was
  /// given up meanwhile.
  @inline(never)
  private func dropChanged() {
    unsafe passed = nil
    _ = place.change(from: .changed, to: .nowhere)
  }

  /// Whether handlers have returned or set a response.
  var hasResponse: Bool {
    let place = place.load(ordering: .acquiring)
    return place == .passed || place == .set
  }

  /// Sets the source that handlers read the body from, as middleware decodes it.
  package func decodeBody(by decode: (any RequestBodySource) -> any RequestBodySource) {
    let source = read { $0.decodedBody } ?? parts
    let decoded = decode(source ?? ServerRequestBody().begin(upTo: .max, length: 0))
    let old = change { state in
      defer { state.decodedBody = decoded }
      return state.decodedBody
    }
    withExtendedLifetime(old) {}
  }

  /// Ends the dispatch, and with it an async handler, when the client has left.
  package func cancel() {
    let dispatch = root.change { state in
      state.isCancelled = true
      return state.dispatch
    }
    dispatch?.cancel()
  }

  // MARK: - For the responder

  /// The promise of the response, where no taker was given; most responses need none, as they are
  /// there when the dispatch has begun.
  var promise: ResponsePromise {
    root.change { state in
      if let made = state.promise { return made }
      let made = ResponsePromise()
      state.promise = made
      return made
    }
  }

  package func copy(keepsTraces: Bool) -> any DispatchAttachment {
    let kept = keepsTraces ? read { $0.kept } : nil
    // Limits are set anew by the middleware of the leg that begins anew.
    if let responder { parts?.limit = responder.configuration.bodyLength }
    return ServerExchange(self, kept)
  }

  package var traces: Int { read { $0.traces } ?? 0 }

  // What has been read of a body does not come again.
  package var canBeginAnew: Bool { parts?.isRead != true }

  package func timeLeft(of limit: Duration) -> Duration? {
    guard let parts, let responder else { return nil }
    let (arrival, rate) = (parts.arrival, responder.configuration.bodyRate)
    let now = responder.router.clock.now()
    return root.change {
      $0.progress.timeLeft(of: limit, atRate: rate, arrival, now: now)
    }
  }

  package func tryIsGivenUp() {
    let last = place.exchange(.closed, ordering: .acquiringAndReleasing)
    assert(last != .over, "A leg begins anew before its dispatch has ended.")
    let response = last == .passed ? unsafe passed.take() : nil
    // Closures for the response may hold the exchange, and what they hold may end with them:
    // outside the lock.
    let left = read { state in
      defer { (state.response, state.denial, state.hooks) = (nil, nil, []) }
      return state
    }
    withExtendedLifetime((left, response)) {}
  }

  package func foundNoMap(among tags: Set<RouteTag>) {
    // In the place of those that a leg before this one has met.
    if tags.isEmpty { read { $0.tagsOfMaps = [] } } else { change { $0.tagsOfMaps = tags } }
  }

  /// Attaches the dispatch, which has begun and may have ended.
  func attach(_ dispatch: Router.BegunDispatch) {
    let isCancelled = change { state in
      if place.settled != .over { state.dispatch = dispatch }
      return state.isCancelled
    }
    if isCancelled { dispatch.cancel() }
  }

  /// Sets the response for the case that a guard denies.
  func setDenial(_ response: ServerResponse, by route: RouteID) {
    change { state in if place.isStillOpen { state.denial = .by(route, response) } }
  }

  /// The tags of all maps that match, in the version of the routes in which none was found for this
  /// request.
  var tagsOfMaps: Set<RouteTag> { read { $0.tagsOfMaps } ?? [] }

  private var isOver: Bool { place.load(ordering: .acquiring) == .over }

  /// Whether nothing that handlers set is answered any more.
  var isGivenUp: Bool {
    place.load(ordering: .acquiring).isClosed || original?.isOver == true
  }

  /// Ends the exchange.
  /// - Parameter destination: the map or fallback that the target has met, which is kept.
  /// - Returns: what is left of it.
  func end(at destination: MatchedEntry? = nil) -> ExchangeRemains {
    unsafe self.destination = destination
    let remains = finish()
    if let original { _ = original.finish() }
    return remains
  }

  /// Takes nothing any more.
  /// - Returns: what is left.
  private func finish() -> ExchangeRemains {
    let last = place.exchange(.over, ordering: .acquiringAndReleasing)
    // A state that is made from now on belongs to an exchange that is over.
    var remains = read { $0.end() } ?? ExchangeRemains()
    if last == .passed { unsafe swap(&remains.response, &passed) }
    return remains
  }

  /// Calls a closure with the state, which is made if there is none.
  private func change<Result>(_ body: (inout ExchangeState.Content) -> Result) -> Result {
    state.value { ExchangeState() }.content.withLock(body)
  }

  /// Calls a closure with the state; returns `nil` if there is none.
  private func read<Result>(_ body: (inout ExchangeState.Content) -> Result?) -> Result? {
    state.current?.content.withLock(body)
  }
}

extension ServerResponse {
  /// Has a closure change it: what an optional holds is changed in place by a method alone.
  @inline(__always)
  fileprivate mutating func change(_ body: (inout ServerResponse) throws -> Void) throws {
    try body(&self)
  }
}
