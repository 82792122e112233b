import RoutePatterns

/// One target on the way of a dispatch, with what all its handlers are told of it.
///
/// A commit or a redirect leads to the next leg, which shares the values that were set by key.
final class DispatchLeg: Sendable {
  typealias Values = Locked<[ObjectIdentifier: any Sendable]>

  /// The values, made when the first is set or asked for.
  private final class SharedValues: Sendable {
    let values = Values([:])
  }

  let target: RouteTarget
  let passed: Passed
  /// What handlers of another module find of their own, whatever a commit passes.
  let attachment: (any DispatchAttachment)?
  /// What the proxy that led here has made of the parameters.
  let changes: ParameterChanges?
  /// The tags of the lookup, unless they are those of the attachment.
  private let ownTags: [RouteTag]?
  private let shared = LazyReference<SharedValues>()

  init(
    _ target: RouteTarget,
    passed: Passed,
    tags: [RouteTag]?,
    attachment: (any DispatchAttachment)? = nil
  ) {
    self.target = target
    self.passed = passed
    self.attachment = attachment
    ownTags = tags
    changes = nil
  }

  /// The leg that another one leads to.
  init(_ hop: Hop, from other: DispatchLeg) {
    target = hop.target
    passed = hop.payload.map { .value($0) } ?? other.passed
    attachment = other.attachment
    changes = hop.changes
    ownTags = other.ownTags
    _ = shared.value { other.sharedValues }
  }

  var tags: [RouteTag] { ownTags ?? attachment?.lookupTags ?? [] }

  var values: Values { sharedValues.values }

  private var sharedValues: SharedValues { shared.value { SharedValues() } }
}
