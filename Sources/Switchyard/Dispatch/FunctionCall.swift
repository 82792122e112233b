/// A map or fallback that is a function, with the middleware around it that are functions as well:
/// one thread calls all of it, wherever it is.
struct FunctionCall {
  private let found: FoundRoutes
  private let leg: DispatchLeg

  /// Makes the call of what was found, all of it functions.
  ///
  /// It holds what was found, which the dispatch may let go of before the call ends.
  init(_ found: FoundRoutes, _ leg: DispatchLeg) {
    assert(found.isOfFunctions, "What waits is called in a task.")
    self.found = found
    self.leg = leg
  }

  /// Calls all of it, as `HandlerBody.start` calls one handler.
  @inline(__always)
  func start(
    _ number: Int,
    of end: RouteEntry,
    _ receiver: some AnswerReceiver
  ) -> HandlerAnswer {
    receiver.begin(number, of: end.matched)
    return answer(end)
  }

  /// Calls all of it, the outermost first.
  @inline(__always)
  private func answer(_ map: RouteEntry) -> HandlerAnswer {
    let first = found.beforeMiddleware
    let isRecorded = leg.recorder != nil
    var place = first &+ found.middlewareCount
    // How many have begun: all of them, unless one throws before.
    var depth = found.count &- first
    var end = HandlerEnd.missing
    var thrown: Thrown?
    do {
      if isRecorded || found.hasFirstParts {
        place = first
        try beginMiddleware(&place, isRecorded: isRecorded)
      }
      if place < found.count { end = try call(map, at: place, isRecorded: isRecorded) }
    } catch {
      thrown = self.thrown(error, at: place, behind: nil)
      // Where the first part of middleware has thrown, that is the last that has begun.
      depth = place &+ 1 &- first
    }
    while place > first {
      place &-= 1
      guard let function = function(at: place) else { continue }
      do {
        end = try function.read { function in
          guard let thrown else {
            return try function.after(RouteContext(leg, at: place), .success(end))
          }
          return try function.after(RouteContext(leg, at: place), .failure(thrown.error))
        }
        if thrown != nil { thrown = nil }
        if isRecorded { ends(place) }
      } catch {
        thrown = self.thrown(error, at: place, behind: thrown)
      }
    }
    if let thrown { return .threw(thrown.error, by: thrown.part.entry?.matched) }
    return found.answer(end, depth: depth)
  }

  /// Runs the first parts of the middleware, up to the one that throws.
  @inline(never)
  private func beginMiddleware(_ place: inout Int, isRecorded: Bool) throws {
    while place < found.count, let function = function(at: place) {
      if isRecorded { begin(place) }
      try function.read { try $0.before?(RouteContext(leg, at: place)) }
      place += 1
    }
  }

  /// An error on its way out, in a class: there seldom is one.
  private final class Thrown {
    let error: any Error
    /// The part that has thrown it.
    let part: ThrowingPart

    init(_ error: any Error, _ part: ThrowingPart) {
      self.error = error
      self.part = part
    }
  }

  /// Takes note of the error that a part ends with, behind that which it was told of.
  @inline(never)
  private func thrown(_ error: any Error, at place: Int, behind earlier: Thrown?) -> Thrown {
    var part = earlier?.part ?? ThrowingPart()
    part.note(PartEnding(found.entry(at: place), error))
    ends(place, error)
    return Thrown(error, part)
  }

  @inline(never)
  private func begin(_ place: Int) {
    leg.recorder?.comes(found.step(at: place, leg, .inherited))
    leg.recorder?.begins(found.entry(at: place).id)
  }

  @inline(never)
  private func ends(_ place: Int, _ error: (any Error)? = nil) {
    let entry = found.entry(at: place)
    leg.recorder?.endsPart(entry.id, entry.kind, error)
  }

  /// The middleware at a place, which is held by what was found.
  @inline(__always)
  private func function(at place: Int) -> HeldReference<MiddlewareFunction>? {
    found.read(place) { $0.entry.middlewareFunction.map { HeldReference($0) } }
  }

  @inline(__always)
  private func call(_ map: RouteEntry, at place: Int, isRecorded: Bool) throws -> HandlerEnd {
    if isRecorded { begin(place) }
    let end = try map.body.end(RouteContext(leg, at: place))
    if isRecorded { ends(place) }
    return end
  }
}

extension HandlerBody {
  /// Calls a map or fallback that is a function.
  // Not inlined: the route holds the function, which would be retained where this is called.
  @inline(never)
  func end(_ context: RouteContext) throws -> HandlerEnd {
    switch self {
    case .returning(let body):
      try body(context)
      return .handled
    default: return .missing
    }
  }
}

extension FoundRoutes {
  /// Returns the answer of the map or fallback with the middleware around it, where all of it has
  /// ended without an error.
  /// - Parameters:
  ///   - end: how it has ended.
  ///   - depth: the number of them that have begun, the outermost first.
  /// - Returns: the answer.
  @inline(__always)
  func answer(_ end: HandlerEnd, depth: Int) -> HandlerAnswer {
    guard case .handled = end else { return .missed }
    // The innermost that has begun has answered.
    guard depth > 0, depth <= middlewareCount else { return .completed }
    return .answered(by: entry(at: beforeMiddleware + depth - 1).id)
  }
}
