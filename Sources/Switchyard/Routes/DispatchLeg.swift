import RoutePatterns

/// One target on the way of a dispatch, with what all its handlers are told of it.
///
/// A commit or a redirect leads to the next leg, which shares the values that were set by key. A
/// leg that begins anew has those that it began with, and nothing of what was set since.
///
/// `@unchecked` because it is changed once, before a handler is told of it.
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

  /// The values, made when the first is set or asked for.
  private final class SharedValues: Sendable {
    let values: Values

    init(_ content: Content = Content()) { values = Values(content) }
  }

  let target: RouteTarget
  /// The number of legs before it; the tries of one leg have the same.
  let number: Int
  let given: GivenPayload
  /// The object that handlers of another module find as their own, whatever a commit passes.
  let attachment: (any DispatchAttachment)?
  /// The changes that the proxy that led here has made to the parameters.
  let changes: ParameterChanges?
  /// The tags of the lookup, unless they are those of the attachment.
  private let ownTags: [RouteTag]?
  private let shared = LazyReference<SharedValues>()
  /// The values that the leg began with, and a copy of the attachment that its handlers do not
  /// reach; `nil` for the first leg, which begins with none.
  private let start: (content: Content, attachment: (any DispatchAttachment)?)?
  /// The routes that its target meets.
  private(set) var matches = MatchedRoutes.none
  /// The steps of the legs and tries before.
  private(set) var before: [TrailStep] = []

  init(
    _ target: RouteTarget,
    payload: GivenPayload,
    tags: [RouteTag]?,
    attachment: (any DispatchAttachment)? = nil
  ) {
    self.target = target
    number = 0
    given = payload
    self.attachment = attachment
    ownTags = tags
    changes = nil
    start = nil
  }

  /// The leg that another one leads to.
  init(_ hop: Hop, from other: DispatchLeg) {
    target = hop.target
    number = other.number + 1
    given = hop.payload ?? other.given
    attachment = other.attachment
    changes = hop.changes
    ownTags = other.ownTags
    start = (other.values.withLock { $0 }, other.attachment?.copy(keepsTraces: true))
    _ = shared.value { other.sharedValues }
  }

  /// The leg that begins anew.
  private init(again other: DispatchLeg) {
    target = other.target
    number = other.number
    given = other.given
    changes = other.changes
    ownTags = other.ownTags
    start = other.start
    guard let start else {
      attachment = other.attachment?.copy(keepsTraces: false)
      return
    }
    // Once more a copy: what this try leaves must not reach the next, either.
    attachment = start.attachment?.copy(keepsTraces: true)
    _ = shared.value { SharedValues(start.content) }
  }

  /// Makes the leg as it began, for another try.
  func begunAnew() -> DispatchLeg {
    let leg = DispatchLeg(again: self)
    attachment?.tryIsGivenUp()
    return leg
  }

  /// Its routes have been found, and it begins.
  func begin(with matches: MatchedRoutes, after before: [TrailStep] = []) {
    self.matches = matches
    self.before = before
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
