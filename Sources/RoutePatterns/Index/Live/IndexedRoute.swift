internal import Synchronization

/// What the index keeps of a route; it lies in a bucket, with all others of the same literal text.
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
  /// How specific the pattern is, as bytes that compare as patterns do; nothing where nobody asks.
  let rank: UnsafeRawBufferPointer
  /// The segments that are captured, a bit for each.
  let captured: UInt64
  let lane: IndexLane
  /// Whether the segments decide, so that the pattern need not be asked.
  let isExact: Bool
  /// Whether a slash has to follow the segments.
  let needsRest: Bool
  /// Whether all behind the last segment is captured.
  let capturesRest: Bool
  /// Whether the payload has to be asked whether it is still there.
  let isOwned: Bool
  /// Whether it is the one of its places that payload and rank belong to.
  let isFirst: Bool
  /// Whether it was taken out.
  let isRemoved = Atomic(false)

  /// A copy for another bucket, of the same place or another one.
  func copy(isFirst: Bool? = nil) -> IndexedRoute {
    unsafe IndexedRoute(
      payload: payload,
      pattern: pattern,
      order: order,
      tags: tags,
      id: id,
      rank: rank,
      captured: captured,
      lane: lane,
      isExact: isExact,
      needsRest: needsRest,
      capturesRest: capturesRest,
      isOwned: isOwned,
      isFirst: isFirst ?? self.isFirst
    )
  }
}

extension UnsafeMutablePointer<IndexedRoute> {
  /// What the pattern of a route says.
  @inline(never)
  func asked(
    _ target: borrowing RouteTarget,
    _ budget: inout MatchBudget
  ) -> Result<CaptureRanges?, MatchError> {
    let target = copy target
    return unsafe pointee.pattern._withUnsafeGuaranteedRef { storage in
      do throws(MatchError) {
        return .success(try storage.captures(of: target, budget: &budget))
      } catch {
        return .failure(error)
      }
    }
  }
}
