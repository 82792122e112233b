/// The way by which an answer came.
enum AnswerSource: Sendable {
  /// The handler returned it, or threw.
  case call
  /// The handler called the closure that it was given, or let go of it.
  case closure
  /// A task of the handler's own returned it, or threw.
  case task
}

/// The things that come of an answer.
enum AnswerFate: Sendable {
  /// The thread that has called the handler takes it when the handler returns.
  case taken
  /// It has gone where it belongs.
  case delivered
  /// The time of the handler was up.
  case late
  /// The handler has answered before.
  case repeated

  /// The fault of the handler that it is, if it is one.
  var fault: RouterFault.Event? {
    switch self {
    case .taken, .delivered: nil
    case .late: .lateAnswer
    case .repeated: .repeatedAnswer
    }
  }
}

/// A dispatch as a handler answers to it.
protocol AnswerReceiver: AnyObject, Sendable {
  /// Lends a reply for a numbered call of a route's handler to the closure that makes the call.
  ///
  /// When it returns, the handler has answered, or has let go of the reply, or still keeps it.
  func lendReply(to number: Int, of matched: MatchedEntry, _ call: (Reply<Self>) -> Void)

  /// The handler of a route is called next, with arguments that have all been made.
  func begin(_ number: Int, of matched: MatchedEntry)

  /// Receives an answer to the call with a number; called on any thread, and by a closure as often
  /// as the handler calls that.
  func receive(_ answer: HandlerAnswer, to number: Int, by source: AnswerSource) -> AnswerFate

  /// Receives an answer by a closure, for an object that somebody holds meanwhile.
  static func receive(_ answer: HandlerAnswer, to number: Int, for held: HeldReference<Self>)
    -> AnswerFate

  /// Reports a fault of a handler; called on any thread.
  ///
  /// - Parameters:
  ///   - event: the fault.
  ///   - matched: the route whose handler it is.
  ///   - target: the target that its reply was told of; `nil` where that was told of none.
  func report(_ event: RouterFault.Event, of matched: MatchedEntry, opening target: RouteTarget?)
}

extension AnswerReceiver {
  // One that belongs to the handler, as nobody here waits for that to return.
  func lendReply(to number: Int, of matched: MatchedEntry, _ call: (Reply<Self>) -> Void) {
    call(Reply(to: number, of: matched, self))
  }

  static func receive(_ answer: HandlerAnswer, to number: Int, for held: HeldReference<Self>)
    -> AnswerFate
  {
    held.read { $0.receive(answer, to: number, by: .closure) }
  }
}

/// A handler that has been called.
enum StartedHandler {
  /// It has answered by returning.
  case answered(HandlerAnswer)
  /// It answers by its closure, and may have.
  case replies
  /// It answers by the task that it runs in, and may have.
  case runs(Task<Void, Never>)
  /// It is to be awaited, in a task.
  case awaits(AwaitedHandler)
}

/// An async handler that is to be awaited, with its argument.
struct AwaitedCall: Sendable {
  let run: DispatchMachine.Run
  let handler: AwaitedHandler
  let context: RouteContext

  /// Awaits the handler, and lets go of its argument.
  consuming func answer() async -> HandlerAnswer { await handler.answer(context) }
}

extension AwaitedHandler {
  /// Starts a task that calls the handler and hands on its answer.
  func start(
    _ number: Int,
    _ context: RouteContext,
    _ receiver: some AnswerReceiver,
    on executor: QueueExecutor?
  ) -> Task<Void, Never> {
    HandlerBody.startTask(on: executor) {
      _ = receiver.receive(await answer(context), to: number, by: .task)
    }
  }
}

extension HandlerBody {
  /// Calls the handler: the one place that knows how each form of a handler is called.
  ///
  /// - Parameters:
  ///   - number: the number of the call.
  ///   - matched: the route whose handler it is.
  ///   - context: the argument.
  ///   - receiver: the receiver of an answer that the handler does not return.
  /// - Returns: the answer, or the way in which it comes.
  // Not inlined: others hold what it is handed, which would be retained where this is called.
  @inline(never)
  func start(
    _ number: Int,
    of matched: MatchedEntry,
    _ context: RouteContext,
    _ receiver: some AnswerReceiver
  ) -> StartedHandler {
    switch self {
    case .mapCallback(let body):
      return Self.call(number, matched, receiver) { reply in
        body(context) { reply.give(.completed) }
      }
    case .proxyCallback(let body):
      return Self.call(number, matched, receiver) { reply in
        body(context) { reply.give(.proxy($0)) }
      }
    case .guardCallback(let body):
      return Self.call(number, matched, receiver) { reply in
        body(context) { reply.give(.guard($0)) }
      }
    case .mainCallback(let body):
      return Self.call(number, matched, receiver) { reply in
        MainActor.assumeIsolated { body(context) { reply.give($0) } }
      }
    case .returning(let body):
      receiver.begin(number, of: matched)
      do {
        try body(context)
        return .answered(.completed)
      } catch {
        return .answered(.threw(error))
      }
    case .async(let handler):
      receiver.begin(number, of: matched)
      return .awaits(handler)
    case .middleware:
      // It is called as a part of a wrapped handler, and never by itself.
      receiver.begin(number, of: matched)
      return .answered(.threw(NextHandlerError()))
    case .mainAsync(let body):
      receiver.begin(number, of: matched)
      return .runs(MainActor.assumeIsolated { Self.startMainTask(number, receiver, context, body) })
    }
  }

  /// Calls a handler that answers by a closure; it has begun once its reply is made.
  @inline(__always)
  private static func call<Receiver: AnswerReceiver>(
    _ number: Int,
    _ matched: MatchedEntry,
    _ receiver: Receiver,
    _ body: (Reply<Receiver>) -> Void
  ) -> StartedHandler {
    receiver.lendReply(to: number, of: matched) { reply in
      receiver.begin(number, of: matched)
      body(reply)
    }
    return .replies
  }

  /// Starts the task of an async handler, which runs on the caller's thread until it waits for
  /// something.
  @inline(never)
  static func startTask(
    on executor: QueueExecutor?,
    _ work: @escaping @Sendable () async -> Void
  ) -> Task<Void, Never> {
    if #available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *) {
      // With an executor to prefer, even none, the task asks for it at every step.
      guard let executor else { return Task.immediate { await work() } }
      return Task.immediate(executorPreference: executor) { await work() }
    }
    return Task(executorPreference: executor) { await work() }
  }

  @MainActor
  private static func startMainTask(
    _ number: Int,
    _ receiver: some AnswerReceiver,
    _ context: RouteContext,
    _ body: @escaping @MainActor @Sendable (RouteContext) async throws -> HandlerAnswer
  ) -> Task<Void, Never> {
    let work: @MainActor @Sendable () async -> Void = {
      let answer: HandlerAnswer
      do {
        answer = try await body(context)
      } catch {
        answer = .threw(error)
      }
      _ = receiver.receive(answer, to: number, by: .task)
    }
    if #available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *) {
      return Task.immediate { @MainActor in await work() }
    }
    return Task { @MainActor in await work() }
  }
}
