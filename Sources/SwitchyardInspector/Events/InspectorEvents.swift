import NavigationTree
import SwitchyardHTTP

/// The events for a page that stays open: requests that have come, and changes of the tree.
///
/// What comes while nothing is sent is combined. Of many requests the latest are sent with the
/// number of those left out. It ends after a while, so that the page asks anew and the rule of
/// access with it, and when somebody else looks at the page.
struct InspectorEvents: AsyncSequence, Sendable {
  typealias Element = ServerSentEvent

  private let page: InspectorPage
  private let filter: RequestFilter
  private let changes: AsyncStream<Void>
  private let signal: AsyncStream<Void>.Continuation
  private let place: StreamList.Place
  private let tree: InspectedTree?
  private let observation: NavigationObservation?
  private let start: Int

  /// The most requests in one event.
  private static let most = 50

  /// Answers with the events, or with 503 where there are too many streams.
  static func response(_ page: InspectorPage) async throws -> ServerResponse {
    guard let events = await InspectorEvents(page) else {
      throw ResponseError(.serviceUnavailable, fields: [.retryAfter: "60"])
    }
    var response = ServerResponse.events(events)
    response.fields[.cacheControl] = "no-store"
    return response
  }

  private init?(_ page: InspectorPage) async {
    let (changes, signal) = AsyncStream.makeStream(
      of: Void.self,
      bufferingPolicy: .bufferingNewest(1)
    )
    let filter = await page.filter(page.request.query)
    guard let place = page.inspector.streams.add(signal, of: filter.viewer) else { return nil }
    (self.page, self.changes, self.signal, self.place) = (page, changes, signal, place)
    self.filter = filter
    tree = await page.configuration.tree?(page.request)
    observation = tree?.observe { signal.yield() }
    let seen = page.request.lastEventID ?? page.request.query["after"]
    let count = page.configuration.showsRequests ? page.inspector.recorder.count : 0
    // The number comes from a client, and may be of a server before this one.
    start = seen.flatMap { Int($0) }.map { $0 > count ? 0 : Swift.max(0, $0) } ?? count
  }

  func makeAsyncIterator() -> Iterator { Iterator(self) }

  struct Iterator: AsyncIteratorProtocol {
    private let events: InspectorEvents
    private var changes: AsyncStream<Void>.Iterator
    private var last: Int
    private var state: RouterState?
    private var next = ContinuousClock.now
    private let limit: TimeLimit
    private var hasBegun = false

    fileprivate init(_ events: InspectorEvents) {
      self.events = events
      changes = events.changes.makeAsyncIterator()
      last = events.start
      state = events.tree?.history().present
      // Nobody may be somebody soon, when the page asks anew.
      let longest = events.filter.viewer == .some(nil) ? Duration.seconds(10) : .seconds(Int64.max)
      limit = TimeLimit(
        events.signal,
        Swift.min(longest, events.page.configuration.streamTime)
      )
      // What came since the page was made is there already.
      events.signal.yield()
    }

    mutating func next() async -> ServerSentEvent? {
      if !hasBegun {
        hasBegun = true
        return try? ServerSentEvent("live", event: "begin", id: "\(last)", retry: .seconds(1))
      }
      while await changes.next(isolation: #isolation) != nil {
        let now = ContinuousClock.now
        if next > now { try? await Task.sleep(until: next) }
        guard !Task.isCancelled, await events.isOfSameViewer else { return nil }
        guard let event = await event() else { continue }
        next = .now + events.page.configuration.pause
        return event
      }
      return nil
    }

    private mutating func event() async -> ServerSentEvent? {
      let present = events.tree?.history().present
      if present != state {
        state = present
        // The requests that came as well are sent next.
        events.signal.yield()
        return try? ServerSentEvent("changed", event: "tree", id: "\(last)")
      }
      guard events.page.configuration.showsRequests else { return nil }
      let recorder = events.page.inspector.recorder
      let (records, lost, count) = recorder.added(
        after: last,
        InspectorEvents.most,
        events.filter
      )
      guard count != last else { return nil }
      last = count
      guard !records.isEmpty || lost > 0 else { return nil }
      let rows = HTML(records.map { RequestsPage.row($0, events.page.path) })
      return try? ServerSentEvent("\(lost)\n\(rows.text)", event: "requests", id: "\(count)")
    }
  }

  /// Whether whoever began the stream would be shown the same requests now.
  private var isOfSameViewer: Bool {
    get async {
      guard let viewer = filter.viewer else { return true }
      // Nobody is shown nothing.
      return await page.configuration.viewer?(page.request) == viewer
    }
  }

  /// Ends a stream after a while, as long as somebody reads it.
  private final class TimeLimit: Sendable {
    private let clock: Task<Void, any Error>

    init(_ signal: AsyncStream<Void>.Continuation, _ time: Duration) {
      clock = Task {
        try await Task.sleep(for: time)
        signal.finish()
      }
    }

    deinit { clock.cancel() }
  }
}
