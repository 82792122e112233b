internal import Synchronization

/// What the index keeps of a route; it lies in a bucket, with others of the same literal text.
@safe
struct IndexedRoute: ~Copyable {
  /// What the route is to whoever looks for it; held as long as the index has it.
  let payload: UnsafeRawPointer
  /// The pattern, which the payload holds.
  let pattern: Unmanaged<RoutePattern.Storage>
  /// The place in the order of registration.
  let order: UInt64
  /// The tags, a bit for each.
  let tags: UInt64
  /// What it is told apart by outside.
  let id: (UInt64, UInt64)
  /// The segments that are captured, a bit for each.
  let captured: UInt64
  /// What a path ends with, where the pattern is to be asked; as many bits as the mask has.
  let ending: UInt64
  let endingMask: UInt64
  /// What segments have to be, where they decide and some are not to be taken as they come.
  ///
  /// It belongs to the route as the payload does, which its copies have as well.
  let forms: FormBlock?
  let lane: IndexLane
  /// Whether the segments decide, so that the pattern need not be asked.
  let isExact: Bool
  /// Whether nobody else need be asked, either.
  let isSure: Bool
  /// Whether a slash has to follow the segments.
  let needsRest: Bool
  /// Whether all behind the last segment is captured.
  let capturesRest: Bool
  /// Whether the payload has to be asked whether it is still there.
  let isOwned: Bool
  /// Whether it is the one of its places that the payload belongs to.
  let isFirst: Bool
  /// The version of the routes that added it.
  let added: UInt64
  /// The version that removed it, or the largest number while none has.
  let removed: Atomic<UInt64>
  /// Whether no reader can find it any more, so that it stays behind when its bucket is made anew.
  let isUnlinked = Atomic(false)

  /// Returns whether it is one of the routes of a version.
  @inline(__always)
  func isVisible(in version: UInt64) -> Bool {
    added <= version && version < removed.load(ordering: .acquiring)
  }

  /// A copy for another bucket, of the same place or another one.
  func copy(isFirst: Bool? = nil) -> IndexedRoute {
    unsafe IndexedRoute(
      payload: payload,
      pattern: pattern,
      order: order,
      tags: tags,
      id: id,
      captured: captured,
      ending: ending,
      endingMask: endingMask,
      forms: forms,
      lane: lane,
      isExact: isExact,
      isSure: isSure,
      needsRest: needsRest,
      capturesRest: capturesRest,
      isOwned: isOwned,
      isFirst: isFirst ?? self.isFirst,
      added: added,
      removed: Atomic(removed.load(ordering: .relaxed))
    )
  }

  /// The values, of each the start in the upper half, from the ranges of segments that a closure gives; the rest
  /// behind them all is asked for by a number below zero.
  @inline(__always)
  func captures(_ range: (Int) -> UInt32) -> CaptureRanges {
    let count = captured.nonzeroBitCount
    var rest = captured
    return CaptureRanges(count: count &+ (capturesRest ? 1 : 0)) { index in
      guard index < count else { return range(-1) }
      // They are asked for one after the other.
      let segment = rest.trailingZeroBitCount
      rest &= rest &- 1
      return range(segment)
    }
  }

  /// Frees what belongs to the route, if it is still there.
  func release() {
    guard isFirst, !isUnlinked.load(ordering: .relaxed) else { return }
    unsafe Unmanaged<AnyObject>.fromOpaque(payload).release()
    if let forms { unsafe forms.memory.deallocate() }
  }
}

extension UnsafeMutablePointer<IndexedRoute> {
  /// Whether closures have a say in what the pattern matches.
  var hasChecks: Bool {
    unsafe !pointee.isExact && pointee.pattern._withUnsafeGuaranteedRef { $0.hasChecks }
  }

  /// Asks the pattern of a route, but none of the closures that it may have: these are not called by a reader.
  @inline(never)
  func asked(
    _ target: borrowing RouteTarget,
    _ budget: inout MatchBudget
  ) -> Result<CaptureRanges?, MatchError> {
    let target = copy target
    return unsafe pointee.pattern._withUnsafeGuaranteedRef { storage in
      do throws(MatchError) {
        return .success(try storage.capturesBeforeChecks(of: target, budget: &budget))
      } catch {
        return .failure(error)
      }
    }
  }
}
