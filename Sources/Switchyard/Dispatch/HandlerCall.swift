import RoutePatterns
import Synchronization

/// The way by which an answer came.
enum AnswerSource: Sendable {
  /// The handler returned it, or threw.
  case call
  /// The handler called the closure that it was given, or let go of it.
  case closure
  /// A task of the handler's own returned it, or threw.
  case task
}

/// The call of a handler, as answers to it name it.
struct HandlerCall: Sendable {
  /// The number of its run.
  let number: Int
  let matched: MatchedEntry
}

/// A dispatch as a handler answers to it.
protocol AnswerReceiver: AnyObject, Sendable {
  /// The handler is called next, with arguments that have all been made.
  func begin(_ call: HandlerCall)

  /// Receives an answer; called on any thread, and by a closure as often as the handler calls that.
  func receive(_ answer: HandlerAnswer, to call: HandlerCall, by source: AnswerSource)
}

/// A handler that has been called.
enum StartedHandler {
  /// It has answered by returning.
  case answered(HandlerAnswer)
  /// It answers by its closure, or by the task that it runs in; either may have happened.
  case waits(Task<Void, Never>?)
}

extension HandlerBody {
  /// Calls the handler: the one place that knows how each form of a handler is called.
  ///
  /// - Parameters:
  ///   - call: the call.
  ///   - context: the argument.
  ///   - receiver: the receiver of an answer that the handler does not return.
  ///   - executor: the executor of an async handler's task, or `nil` to begin on the caller's
  ///     thread.
  /// - Returns: the answer, or the task that it comes from.
  func start(
    _ call: HandlerCall,
    _ context: RouteContext,
    _ receiver: some AnswerReceiver,
    on executor: QueueExecutor? = nil
  ) -> StartedHandler {
    switch self {
    case .mapCallback(let body):
      body(context, Reply.map(call, receiver))
      return .waits(nil)
    case .proxyCallback(let body):
      body(context, Reply.proxy(call, receiver))
      return .waits(nil)
    case .guardCallback(let body):
      body(context, Reply.guard(call, receiver))
      return .waits(nil)
    case .returning(let body):
      receiver.begin(call)
      do {
        try body(context)
        return .answered(.completed)
      } catch {
        return .answered(.threw(error))
      }
    case .async(let body):
      receiver.begin(call)
      let task = Self.startTask(on: executor) {
        do {
          receiver.receive(try await body(context), to: call, by: .task)
        } catch {
          receiver.receive(.threw(error), to: call, by: .task)
        }
      }
      return .waits(task)
    case .completing(let body):
      receiver.begin(call)
      let task = Self.startTask(on: executor) {
        do {
          try await body(context)
          receiver.receive(.completed, to: call, by: .task)
        } catch {
          receiver.receive(.threw(error), to: call, by: .task)
        }
      }
      return .waits(task)
    case .mainCallback(let body):
      let reply = Reply.begun(call, receiver)
      MainActor.assumeIsolated { body(context) { reply.give($0) } }
      return .waits(nil)
    case .middleware:
      // It is called as a part of a wrapped handler, and never by itself.
      receiver.begin(call)
      return .answered(.threw(NextHandlerError()))
    case .mainAsync(let body):
      receiver.begin(call)
      return .waits(MainActor.assumeIsolated { Self.startMainTask(call, receiver, context, body) })
    }
  }

  /// Starts the task of an async handler, which runs on the caller's thread until it waits for
  /// something.
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
    _ call: HandlerCall,
    _ receiver: some AnswerReceiver,
    _ context: RouteContext,
    _ body: @escaping @MainActor @Sendable (RouteContext) async throws -> HandlerAnswer
  ) -> Task<Void, Never> {
    let work: @MainActor @Sendable () async -> Void = {
      do {
        receiver.receive(try await body(context), to: call, by: .task)
      } catch {
        receiver.receive(.threw(error), to: call, by: .task)
      }
    }
    if #available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *) {
      return Task.immediate { @MainActor in await work() }
    }
    return Task { @MainActor in await work() }
  }
}

/// The means by which the closure of a handler answers; when the closure goes without a call, it
/// says so.
///
/// Each handler has its own: whether a closure is still held elsewhere cannot be told without a
/// race.
private final class Reply: Sendable {
  private let call: HandlerCall
  private let receiver: any AnswerReceiver
  private let isGiven = Atomic(false)

  private init(_ call: HandlerCall, _ receiver: any AnswerReceiver) {
    self.call = call
    self.receiver = receiver
  }

  deinit {
    if !isGiven.load(ordering: .relaxed) { receiver.receive(.dropped, to: call, by: .closure) }
  }

  func give(_ answer: HandlerAnswer) {
    isGiven.store(true, ordering: .relaxed)
    receiver.receive(answer, to: call, by: .closure)
  }

  // A handler has begun once its reply is made.

  static func map(
    _ call: HandlerCall,
    _ receiver: some AnswerReceiver
  ) -> @Sendable () -> Void {
    let reply = begun(call, receiver)
    return { reply.give(.completed) }
  }

  static func proxy(
    _ call: HandlerCall,
    _ receiver: some AnswerReceiver
  ) -> @Sendable (ProxyDecision) -> Void {
    let reply = begun(call, receiver)
    return { reply.give(.proxy($0)) }
  }

  static func `guard`(
    _ call: HandlerCall,
    _ receiver: some AnswerReceiver
  ) -> @Sendable (GuardVerdict) -> Void {
    let reply = begun(call, receiver)
    return { reply.give(.guard($0)) }
  }

  static func begun(_ call: HandlerCall, _ receiver: some AnswerReceiver) -> Reply {
    let reply = Reply(call, receiver)
    receiver.begin(call)
    return reply
  }
}
