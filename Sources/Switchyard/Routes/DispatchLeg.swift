import RoutePatterns
import SwitchyardLocks

/// One target on the way of a dispatch, with what all its handlers are told of it.
///
/// A commit or a redirect leads to the next leg, which shares the values that were set by key. A
/// leg that begins anew has those that it began with, and nothing of what was set since.
final class DispatchLeg: Sendable {
  /// A value, and the number of the leg whose handler has set it.
  struct KeptValue: Sendable {
    let value: any Sendable
    let leg: Int
  }

  /// The values by their keys, and how often one was set.
  struct Content: Sendable {
    var values: [ObjectIdentifier: KeptValue] = [:]
    var changes = 0
  }

  typealias Values = Locked<Content>

  /// The values, made when the first is set or asked for, or where the dispatch is traced.
  final class SharedValues: Sendable {
    let values: Values
    /// The recorder of the dispatch; here, as most have none, and a leg would let go of it.
    let recorder: TraceRecorder?

    init(_ content: Content = Content(), recorder: TraceRecorder? = nil) {
      values = Values(content)
      self.recorder = recorder
    }
  }

  /// A route that the target meets, with its values.
  ///
  /// It holds no handler and no owner, and nothing of the dispatch.
  struct Match {
    let matched: MatchedEntry
    let values: CapturedValues
  }

  /// The things that a leg has which is not the first.
  final class Origin: Sendable {
    /// The number of legs before it; the tries of one leg have the same.
    let number: Int
    /// The changes that the proxy that led here has made to the parameters.
    let changes: ParameterChanges?
    /// A copy of the attachment that it began with, which its handlers do not reach.
    let attachment: (any DispatchAttachment)?
    /// The values that it began with.
    private let content: Content
    /// The values of the leg before it; of a further try, a copy of those that the first began
    /// with.
    fileprivate let shared: SharedValues

    fileprivate init(
      _ number: Int,
      _ changes: ParameterChanges?,
      _ content: Content,
      _ shared: SharedValues,
      _ attachment: (any DispatchAttachment)?
    ) {
      self.number = number
      self.changes = changes
      self.content = content
      self.shared = shared
      self.attachment = attachment
    }

    /// Returns that of another try.
    func begunAnew() -> Origin {
      let shared = SharedValues(content, recorder: shared.recorder)
      return Origin(number, changes, content, shared, attachment)
    }
  }

  /// The things that most legs have none of.
  private final class Seldom: Sendable {
    /// `nil` for the first leg, which begins with nothing.
    let origin: Origin?
    /// The steps of the legs and tries before.
    let earlier: [TrailStep]
    /// The values that regular expressions have found.
    let ranges: [CaptureRanges]

    init(_ origin: Origin?, _ earlier: [TrailStep], _ ranges: [CaptureRanges]) {
      self.origin = origin
      self.earlier = earlier
      self.ranges = ranges
    }
  }

  let target: RouteTarget
  let given: GivenPayload
  /// The object that handlers of another module find as their own, whatever a commit passes.
  let attachment: (any DispatchAttachment)?
  /// The tags of the lookup, unless they are those of the attachment.
  private let ownTags: [RouteTag]?
  private let shared = LazyReference<SharedValues>()
  // The routes that its target meets: the first few take no memory of their own.
  private let first: Match?
  private let second: Match?
  private let third: Match?
  private let fourth: Match?
  private let others: [Match]?
  /// The place of the map or fallback that has matched.
  let end: Int?
  private let seldom: Seldom?

  /// A leg that begins with all that was found for its target.
  ///
  /// - Parameters:
  ///   - target: the target.
  ///   - payload: the payload that handlers are given.
  ///   - tags: the tags of the lookup, unless they are those of the attachment.
  ///   - attachment: the object that handlers of another module find as their own.
  ///   - origin: what it has from another leg; `nil` for the first leg.
  ///   - count: the number of routes that the target meets.
  ///   - end: the place of the map or fallback among them, if it has matched.
  ///   - trail: the steps of the legs and tries before.
  ///   - ranges: the values that regular expressions have found.
  ///   - match: returns the route at a place.
  init(
    _ target: consuming RouteTarget,
    payload: consuming GivenPayload,
    tags: consuming [RouteTag]?,
    attachment: consuming (any DispatchAttachment)? = nil,
    origin: Origin? = nil,
    count: Int,
    end: Int?,
    after trail: [TrailStep]? = nil,
    ranges: [CaptureRanges]? = nil,
    _ match: (Int) -> Match
  ) {
    if let origin { _ = shared.value { origin.shared } }
    self.target = target
    given = payload
    self.attachment = attachment
    ownTags = tags
    let hasNone = origin == nil && trail == nil && ranges == nil
    seldom = hasNone ? nil : Seldom(origin, trail ?? [], ranges ?? [])
    first = count > 0 ? match(0) : nil
    second = count > 1 ? match(1) : nil
    third = count > 2 ? match(2) : nil
    fourth = count > 3 ? match(3) : nil
    others = count > 4 ? (4..<count).map(match) : nil
    self.end = end
  }

  /// Tells the first leg, before anybody has it, who records the dispatch: those behind it know.
  func isRecorded(by recorder: TraceRecorder) {
    _ = shared.value { SharedValues(recorder: recorder) }
  }

  /// The recorder of the dispatch, where that is traced.
  var recorder: TraceRecorder? { shared.current?.recorder }

  /// Returns the things that a leg has to which this one leads.
  func origin(of hop: Hop) -> Origin {
    Origin(
      number + 1,
      hop.changes,
      values.withLock { $0 },
      sharedValues,
      attachment?.copy(keepsTraces: true)
    )
  }

  private func match(at place: Int) -> Match {
    let near: Match? =
      switch place {
      case 0: first
      case 1: second
      case 2: third
      case 3: fourth
      default: others?[place - 4]
      }
    guard let near else { preconditionFailure("There is no route at \(place).") }
    return near
  }

  private var origin: Origin? { seldom?.origin }

  /// The number of legs before it; the tries of one leg have the same.
  var number: Int { origin?.number ?? 0 }

  /// The route at a place.
  func route(at place: Int) -> MatchedRoute { match(at: place).matched.route }

  /// The map or fallback that has matched.
  var destination: MatchedEntry? { end.map { match(at: $0).matched } }

  /// The parameters, as the handler at a place reads them.
  func parameters(at place: Int) -> Parameters {
    let match = match(at: place)
    let pattern = match.matched.route.pattern
    let parameters = Parameters(
      target,
      pattern,
      match.values.ranges(in: target, seldom?.ranges ?? [])
    )
    return origin?.changes?.applied(to: parameters) ?? parameters
  }

  /// The guards and proxies before a place, with the steps of the legs and tries before.
  func trail(before place: Int) -> [TrailStep] {
    (seldom?.earlier ?? []) + (0..<place).compactMap { TrailStep(match(at: $0).matched.route) }
  }

  /// The number of times that handlers have set a value or left something in the attachment.
  var traces: Int {
    let values = shared.current.map { $0.values.withLock { $0.changes } } ?? 0
    return values + (attachment?.traces ?? 0)
  }

  var tags: [RouteTag] { ownTags ?? attachment?.lookupTags ?? [] }

  /// The payload that handlers are given.
  var payload: (any Sendable)? {
    switch given {
    case .nothing: nil
    case .attachment: attachment
    case .value(let payload): payload
    }
  }

  var values: Values { sharedValues.values }

  private var sharedValues: SharedValues { shared.value { SharedValues() } }
}
