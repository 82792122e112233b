internal import Synchronization

/// A pattern that is put into an index, with all that is known of its route.
@safe
package struct IndexedPattern {
  let pattern: RoutePattern
  let lane: IndexLane
  let tags: UInt64
  /// What it is found by among the routes of a tag.
  let tagKeys: [IndexTag]
  let id: (UInt64, UInt64)
  let isOwned: Bool
  let payload: UnsafeRawPointer
  /// The keys of the places that its paths lead to.
  let keys: [IndexKey]
  /// Whether these decide, with the forms of segments, so that the pattern need not be asked.
  let isExact: Bool
  private let ignoresCase: Bool
  /// How specific the pattern is, as bytes that compare as patterns do; none where nobody asks.
  let rank: [UInt8]
  private let traits: IndexTraits
  private let object: AnyObject

  /// - Parameters:
  ///   - pattern: what a target has to match; the payload must hold it.
  ///   - payload: what the route is to whoever looks for it; held as long as it is in the index.
  ///   - lane: what it is looked up as.
  ///   - tags: the bits of its tags; all of them for what any lookup finds.
  ///   - tagKeys: what it is found by among the routes of a tag, one for each of its tags.
  ///   - id: what it is told apart by outside.
  ///   - isOwned: whether the payload has to be asked whether it is still there.
  ///   - index: where it is put.
  package init(
    _ pattern: RoutePattern,
    payload: AnyObject,
    lane: IndexLane,
    tags: UInt64,
    tagKeys: [IndexTag] = [],
    id: (UInt64, UInt64),
    isOwned: Bool,
    for index: LiveIndex
  ) {
    self.pattern = pattern
    self.lane = lane
    self.tags = tags
    self.tagKeys = tagKeys
    self.id = id
    self.isOwned = isOwned
    object = payload
    unsafe self.payload = UnsafeRawPointer(Unmanaged.passUnretained(payload).toOpaque())
    let isRanked = lane == .fallbacks || (lane == .maps && index.order == .mostSpecificFirst)
    let ignoresCase = index.ignoresCase
    self.ignoresCase = ignoresCase
    let outline = pattern.outline
    // Of more segments than are told apart all that is known is their beginning: one place, which is open.
    let isTold = outline.segments.count < PathScan.limit - 1
    var keys = [IndexKey(outline.segments[...], isOpen: outline.isOpen, ignoresCase: ignoresCase)]
    if outline.canLackLast, isTold {
      keys.append(
        IndexKey(outline.segments.dropLast(), isOpen: false, ignoresCase: ignoresCase)
      )
    }
    self.keys = keys
    rank = isRanked ? outline.specificityKey : []
    traits = IndexTraits(outline)
    isExact =
      outline.isExact && isTold && traits.valueCount <= CaptureRanges.inlineCount && !ignoresCase
      && traits.forms.allSatisfy { $0.form.runs.count <= FormBlock.limit }
  }

  /// What the index keeps of it, with one reference to the payload, and with memory for its forms.
  ///
  /// - Parameters:
  ///   - order: its place in the order of registration.
  ///   - version: the version of the routes that adds it.
  ///   - isExact: whether the segments decide where it is put.
  /// - Returns: a record whose references go when it is released.
  func record(order: UInt64, version: UInt64, isExact: Bool) -> IndexedRoute {
    unsafe _ = Unmanaged.passRetained(object)
    // Letters that match in either case are not compared.
    let isAsked = !isExact && !ignoresCase
    return unsafe IndexedRoute(
      payload: payload,
      pattern: Unmanaged.passUnretained(pattern.storage),
      order: order,
      tags: tags,
      id: id,
      captured: isExact ? traits.captured : 0,
      ending: isAsked ? traits.ending : 0,
      endingMask: isAsked ? traits.endingMask : 0,
      forms: isExact ? FormBlock(traits.forms) : nil,
      lane: lane,
      isExact: isExact,
      isSure: isExact && !isOwned,
      needsRest: keys[0].shape.isOpen && pattern.options.slashes == .strict,
      capturesRest: isExact && traits.capturesRest,
      isOwned: isOwned,
      isFirst: true,
      added: version,
      removed: Atomic(.max)
    )
  }
}

/// What a pattern asks of a path besides its literal segments.
private struct IndexTraits {
  /// The segments that are captured, a bit for each.
  var captured: UInt64 = 0
  /// Whether all behind them is.
  var capturesRest = false
  /// The literal bytes that each path ends with that matches, the last uppermost, as many bits as the mask has.
  var ending: UInt64 = 0
  var endingMask: UInt64 = 0
  /// The forms that segments have to have.
  var forms: FormBlock.Forms = []

  /// How many values there are.
  var valueCount: Int { captured.nonzeroBitCount + (capturesRest ? 1 : 0) }

  init(_ outline: PatternOutline) {
    for (index, segment) in outline.segments.enumerated() {
      // A bit beyond the last is none.
      if segment.isCaptured { captured |= 1 << UInt64(index) }
      if case .form(let form, _) = segment { forms.append((index, form)) }
    }
    capturesRest = outline.capturesRest
    for (place, byte) in outline.ending.reversed().prefix(8).enumerated() {
      let shift = UInt64(56 - 8 * place)
      ending |= UInt64(byte) << shift
      endingMask |= 0xFF << shift
    }
  }
}

/// Where a route is in an index.
package struct IndexPlaces: Sendable {
  /// The number of one of its keys, with its tag.
  struct Place: Sendable {
    var number: UInt64
    var tag: IndexTag
  }

  /// The first of its places, and those that it has besides, which few have.
  var first: Place
  var others: [Place] = []
}
