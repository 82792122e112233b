import RoutePatterns

/// A map or fallback that is a function, with the middleware around it that are functions as well:
/// one thread calls all of it, wherever it is.
struct FunctionCall {
  private let found: FoundRoutes
  private let leg: DispatchLeg

  /// Makes the call; `nil` where one of them waits, or belongs elsewhere.
  ///
  /// It holds what was found, which the dispatch may let go of before the call ends.
  init?(_ found: FoundRoutes, _ leg: DispatchLeg) {
    guard found.isOfFunctions else { return nil }
    self.found = found
    self.leg = leg
  }

  /// Calls all of it, as `HandlerBody.start` calls one handler.
  func start(
    _ number: Int,
    of matched: MatchedEntry,
    _ receiver: some AnswerReceiver
  ) -> StartedHandler {
    receiver.begin(number, of: matched)
    return .answered(answer())
  }

  /// Calls all of it, the outermost first.
  private func answer() -> HandlerAnswer {
    let first = found.beforeMiddleware
    var place = first
    var failed = ThrowingPart()
    var result: Result<HandlerEnd, any Error>
    do {
      while let function = function(at: place) {
        if let recorder = leg.recorder { begin(place, recorder) }
        try function.read { try $0.before?(RouteContext(leg, at: place)) }
        place += 1
      }
      result = .success(try callEnd(at: place))
    } catch {
      failed.note(PartEnding(found.entry(at: place), error))
      if let recorder = leg.recorder { end(place, error, recorder) }
      result = .failure(error)
    }
    // Where the first part of middleware has thrown, that is the last that has begun.
    let depth = min(place + 1, found.count) - first
    while place > first {
      place -= 1
      guard let function = function(at: place) else { continue }
      do {
        result = .success(try function.read { try $0.after(RouteContext(leg, at: place), result) })
        failed.noteSuccess()
        if let recorder = leg.recorder { end(place, nil, recorder) }
      } catch {
        failed.note(PartEnding(found.entry(at: place), error))
        if let recorder = leg.recorder { end(place, error, recorder) }
        result = .failure(error)
      }
    }
    return found.answer(result, depth: depth, failed.entry)
  }

  private func begin(_ place: Int, _ recorder: TraceRecorder) {
    recorder.comes(found.step(at: place, leg, .inherited))
    recorder.begins(found.entry(at: place).id)
  }

  private func end(_ place: Int, _ error: (any Error)?, _ recorder: TraceRecorder) {
    let entry = found.entry(at: place)
    recorder.endsPart(entry.id, entry.kind, error)
  }

  /// The middleware at a place, which is held by what was found.
  private func function(at place: Int) -> HeldReference<MiddlewareFunction>? {
    guard place < found.count else { return nil }
    return found.read(place) { $0.entry.middlewareFunction.map { HeldReference($0) } }
  }

  private func callEnd(at place: Int) throws -> HandlerEnd {
    guard place < found.count else { return .missing }
    return try found.heldEntry(at: place).read { entry in
      guard case .returning(let body) = entry.body else { return .missing }
      guard let recorder = leg.recorder else {
        try body(RouteContext(leg, at: place))
        return .handled
      }
      begin(place, recorder)
      try body(RouteContext(leg, at: place))
      end(place, nil, recorder)
      return .handled
    }
  }
}

extension FoundRoutes {
  /// Returns the answer of the map or fallback with the middleware around it.
  /// - Parameters:
  ///   - result: how all of it has ended.
  ///   - depth: the number of them that have begun, the outermost first.
  ///   - thrower: the one whose error came out.
  /// - Returns: the answer.
  func answer(
    _ result: Result<HandlerEnd, any Error>,
    depth: Int,
    _ thrower: RouteEntry?
  ) -> HandlerAnswer {
    switch result {
    case .failure(let error): return .threw(error, by: thrower?.matched)
    case .success(.missing): return .missed
    case .success(.handled):
      // The innermost that has begun has answered.
      guard depth > 0, depth <= middlewareCount else { return .completed }
      return .answered(by: entry(at: beforeMiddleware + depth - 1).id)
    }
  }
}
