import SwitchyardLocks

/// One target on the way of a dispatch, with what all its handlers are told of it.
///
/// A commit or a redirect leads to the next leg, which shares the values that were set by key. A
/// leg that begins anew has those that it began with, and nothing of what was set since.
///
/// A dispatch fills the same one for each of its legs, and lends it to their handlers: its routes
/// are held by the dispatch as long as the leg lasts. When that ends and a handler has kept it, it
/// is left to that handler for good, and holds them; the dispatch makes another. Whether a handler
/// has it is told by the count of its references.
///
/// `@unchecked` because the dispatch changes it only while nobody else has it.
final class DispatchLeg: @unchecked Sendable {
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
  /// It leads to no handler and no owner, and to nothing of the dispatch.
  struct Match {
    let matched: HeldReference<MatchedEntry>
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

    init(_ origin: Origin?, _ earlier: [TrailStep]) {
      self.origin = origin
      self.earlier = earlier
    }
  }

  private(set) var target: RouteTarget
  private(set) var given = GivenPayload.nothing
  /// The object that handlers of another module find as their own, whatever a commit passes.
  private(set) var attachment: (any DispatchAttachment)?
  /// The tags of the lookup, unless they are those of the attachment.
  private var ownTags: [RouteTag]?
  private let shared = LazyReference<SharedValues>()
  /// The routes that its target meets, held by the dispatch, or by this when it is left to others.
  private var count = 0
  // The first few take no memory of their own.
  private var first: Match?
  private var second: Match?
  private var third: Match?
  private var fourth: Match?
  // Made when there are more, and kept empty for the next.
  private var others: RefilledList<Match>?
  private var isLeft = false
  /// The place of the map or fallback that has matched.
  private(set) var end: Int?
  private var seldom: Seldom?
  /// The values that regular expressions have found.
  private var asked: RefilledList<CaptureRanges>?

  /// Makes one that is to begin with a target.
  init(_ target: RouteTarget) { self.target = target }

  deinit {
    guard isLeft else { return }
    for place in 0..<count { match(at: place).matched.release() }
  }

  /// Begins with a target, when nobody else has it.
  ///
  /// - Parameters:
  ///   - target: the target.
  ///   - payload: the payload that handlers are given.
  ///   - attachment: the object that handlers of another module find as their own.
  ///   - end: the place of the map or fallback that has matched, among those that it is told next.
  func begin(
    _ target: consuming RouteTarget,
    payload: consuming GivenPayload,
    attachment: consuming (any DispatchAttachment)?,
    end: Int?
  ) {
    assert(count == 0, "A leg is cleared, or left to others, before the next begins.")
    self.target = consume target
    given = consume payload
    // It has none since it was cleared.
    if attachment != nil { self.attachment = consume attachment }
    self.end = end
  }

  /// Takes the next route that its target meets, before anybody has it; the caller holds that until
  /// this is cleared or left to others.
  func append(_ match: Match) {
    switch count {
    case 0: first = match
    case 1: second = match
    case 2: third = match
    case 3: fourth = match
    default: appendOther(match)
    }
    count &+= 1
  }

  @inline(never)
  private func appendOther(_ match: Match) {
    let others = others ?? RefilledList()
    self.others = others
    others.append(match)
  }

  /// Takes what most legs have none of, before anybody has it.
  ///
  /// - Parameters:
  ///   - tags: the tags of the lookup, unless they are those of the attachment.
  ///   - origin: what it has from another leg; `nil` for the first leg.
  ///   - trail: the steps of the legs and tries before.
  ///   - asked: the values that regular expressions have found.
  func take(
    tags: consuming [RouteTag]?,
    origin: Origin?,
    after trail: [TrailStep]?,
    asked: consuming RefilledList<CaptureRanges>?
  ) {
    if let origin { _ = shared.value { origin.shared } }
    ownTags = consume tags
    self.asked = consume asked
    if origin != nil || trail != nil { seldom = Seldom(origin, trail ?? []) }
  }

  /// Lets go of all but the target, when nobody else has it.
  func clear() {
    if count > 4 { others?.removeAll() }
    count = 0
    given = .nothing
    if attachment != nil { attachment = nil }
    if ownTags != nil { ownTags = nil }
    if seldom != nil { seldom = nil }
    if asked != nil { asked = nil }
    shared.clear()
  }

  /// Leaves it to whoever still has it, before its routes are let go of.
  func leave() {
    for place in 0..<count { match(at: place).matched.retain() }
    isLeft = true
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
      default: others?.read(place - 4) { copy $0 }
      }
    guard place < count, let near else { preconditionFailure("There is no route at \(place).") }
    return near
  }

  private var origin: Origin? { seldom?.origin }

  /// The number of legs before it; the tries of one leg have the same.
  var number: Int { origin?.number ?? 0 }

  /// The route at a place.
  func route(at place: Int) -> MatchedRoute { match(at: place).matched.read { $0.route } }

  /// The parameters, as the handler at a place reads them.
  func parameters(at place: Int) -> Parameters {
    let match = match(at: place)
    let parameters = Parameters(
      target,
      match.matched.read { $0.route.pattern },
      match.values.ranges(in: target, asked)
    )
    return origin?.changes?.applied(to: parameters) ?? parameters
  }

  /// The guards and proxies before a place, with the steps of the legs and tries before.
  func trail(before place: Int) -> [TrailStep] {
    (seldom?.earlier ?? []) + (0..<place).compactMap { TrailStep(route(at: $0)) }
  }

  /// The number of times that handlers have set a value or left something in the attachment.
  @inline(__always)
  var traces: Int { attachment == nil && !shared.isMade ? 0 : leftTraces }

  @inline(never)
  private var leftTraces: Int {
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
