import RoutePatterns

extension InlineDispatch {
  /// The arguments of a handler that is called without a context where it needs none.
  struct Input: HandlerInput {
    let dispatch: InlineDispatch
    let entry: RouteEntry
    let captures: CaptureRanges
    let index: Int
    /// Makes one parameter bag after the other in one storage.
    var maker: ParametersMaker

    var route: String { dispatch.target.withoutQuery }
    var payload: (any Sendable)? { dispatch.payload }

    mutating func makeParameters() -> Parameters {
      maker.parameters(dispatch.target, entry.pattern, captures)
    }

    var context: RouteContext {
      let trail = HandlerContent.Trail.entries(dispatch.entries(before: index))
      return RouteContext(dispatch.leg, entry.matched, captures, trail: trail)
    }
  }

  /// The dispatch as one of its handlers answers to it.
  struct Receiver: AnswerReceiver {
    let dispatch: InlineDispatch
    let index: Int
    let matched: MatchedEntry

    func receive(_ answer: HandlerAnswer, by source: AnswerSource) {
      if case .dropped = answer {
        dispatch.drop(index, matched)
      } else {
        dispatch.take(answer, from: index, matched, by: source)
      }
    }
  }

  /// Calls a handler, which may answer before it returns.
  /// - Returns: the task that it runs in, if it has one.
  func call(
    _ entry: RouteEntry,
    _ captures: CaptureRanges,
    at index: Int,
    _ maker: inout ParametersMaker
  ) -> Task<Void, Never>? {
    var input = Input(
      dispatch: self,
      entry: entry,
      captures: captures,
      index: index,
      maker: maker
    )
    // Held once, so that it is made anew only where a handler keeps its parameters.
    maker = ParametersMaker()
    defer { maker = input.maker }
    let receiver = Receiver(dispatch: self, index: index, matched: entry.matched)
    switch entry.body.start(&input, receiver) {
    case .answered(let answer):
      take(answer, from: index, entry.matched, by: .call)
      return nil
    case .waits(let task):
      return task
    }
  }
}

extension RouteEntry {
  /// Whether the handler runs where it is called, in a router without a queue; those of the main actor have their
  /// place there.
  var isCalledInline: Bool { if case .inherited = place { true } else { false } }
}
