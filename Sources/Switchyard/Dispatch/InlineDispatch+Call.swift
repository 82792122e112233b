import RoutePatterns

extension InlineDispatch {
  /// Calls a handler, which may answer before it returns.
  /// - Returns: the task that it runs in, if it has one.
  func call(
    _ entry: RouteEntry,
    _ captures: CaptureRanges,
    at index: Int,
    _ maker: inout ParametersMaker
  ) -> Task<Void, Never>? {
    switch entry.body {
    case .mapCallback(let body):
      let call = InlineCall(self, index, entry.matched)
      let parameters = maker.parameters(target, entry.pattern, captures)
      body(target.withoutQuery, parameters, payload) { call.answer(.completed) }
      return nil
    case .proxyCallback(let body):
      let call = InlineCall(self, index, entry.matched)
      let parameters = maker.parameters(target, entry.pattern, captures)
      body(target.withoutQuery, parameters, payload) { call.answer($0) }
      return nil
    case .guardCallback(let body):
      let call = InlineCall(self, index, entry.matched)
      let parameters = maker.parameters(target, entry.pattern, captures)
      body(target.withoutQuery, parameters, payload) { call.answer(.guard($0)) }
      return nil
    case .returning(let body):
      do {
        try body(context(of: entry, captures, at: index))
        take(.completed, from: index, entry.matched)
      } catch {
        take(.threw(error), from: index, entry.matched)
      }
      return nil
    case .async(let body):
      let context = context(of: entry, captures, at: index)
      let matched = entry.matched
      return start {
        do {
          self.take(try await body(context), from: index, matched, isInOwnTask: true)
        } catch {
          self.take(.threw(error), from: index, matched, isInOwnTask: true)
        }
      }
    case .completing(let body):
      let context = context(of: entry, captures, at: index)
      let matched = entry.matched
      return start {
        do {
          try await body(context)
          self.take(.completed, from: index, matched, isInOwnTask: true)
        } catch {
          self.take(.threw(error), from: index, matched, isInOwnTask: true)
        }
      }
    case .mainCallback, .mainAsync:
      return nil
    }
  }

  private func context(
    of entry: RouteEntry,
    _ captures: CaptureRanges,
    at index: Int
  ) -> RouteContext {
    RouteContext(leg, entry.matched, captures, trail: .entries(entries(before: index)))
  }

  /// Runs what is async until it waits for something.
  private func start(_ body: @escaping @Sendable () async -> Void) -> Task<Void, Never> {
    if #available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *) {
      return Task.immediate { await body() }
    }
    // Not reached: such a handler is not called inline.
    return Task { await body() }
  }
}

extension RouteEntry {
  /// Whether the handler runs where it is called, in a router without a queue.
  var isCalledInline: Bool {
    guard case .inherited = place else { return false }
    switch body {
    case .mapCallback, .proxyCallback, .guardCallback, .returning: return true
    case .mainCallback, .mainAsync: return false
    case .async, .completing:
      if #available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *) { return true }
      return false
    }
  }
}

/// The means by which the closure of a handler answers; when the closure goes without a call, it says so.
///
/// Each handler has its own: whether a closure is still held elsewhere cannot be told without a race.
final class InlineCall: Sendable {
  private let dispatch: InlineDispatch
  private let index: Int
  private let matched: MatchedEntry

  init(_ dispatch: InlineDispatch, _ index: Int, _ matched: MatchedEntry) {
    self.dispatch = dispatch
    self.index = index
    self.matched = matched
  }

  deinit { dispatch.drop(index, matched) }

  /// Takes in what a proxy says.
  @inline(__always)
  func answer(_ commit: ProxyCommit?) {
    if commit == nil { answer(.completed) } else { answerSlowly(commit) }
  }

  // By itself, so that nothing is copied where nothing is said.
  @inline(never)
  private func answerSlowly(_ commit: ProxyCommit?) { answer(.proxy(commit)) }

  func answer(_ answer: HandlerAnswer) { dispatch.take(answer, from: index, matched) }
}
