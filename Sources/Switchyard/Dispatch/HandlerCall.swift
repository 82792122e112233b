import RoutePatterns

/// The way by which an answer came.
enum AnswerSource: Sendable {
  /// The handler returned it, or threw.
  case call
  /// The handler called the closure that it was given, or let go of it.
  case closure
  /// A task of the handler's own returned it, or threw.
  case task
}

/// A dispatch as a handler answers to it.
protocol AnswerReceiver: Sendable {
  /// The handler is called next, with arguments that have all been made.
  func begin()

  /// Receives an answer; called on any thread, and by a closure as often as the handler calls that.
  func receive(_ answer: HandlerAnswer, by source: AnswerSource)
}

/// The arguments of a handler.
protocol HandlerInput {
  /// The context of an async handler, or one that runs on the main actor.
  var context: RouteContext { get }

  /// Makes the arguments of a callback handler.
  mutating func makeArguments() -> (String, Parameters, (any Sendable)?)
}

extension RouteContext: HandlerInput {
  var context: RouteContext { self }

  func makeArguments() -> (String, Parameters, (any Sendable)?) { (route, parameters, payload) }
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
  ///   - input: the arguments.
  ///   - receiver: the receiver of an answer that the handler does not return.
  ///   - executor: the executor of an async handler's task, or `nil` to begin on the caller's
  ///     thread.
  /// - Returns: the answer, or the task that it comes from.
  func start(
    _ input: inout some HandlerInput,
    _ receiver: some AnswerReceiver,
    on executor: QueueExecutor? = nil
  ) -> StartedHandler {
    switch self {
    case .mapCallback(let body):
      let (reply, (route, parameters, payload)) = (Reply(receiver), input.makeArguments())
      receiver.begin()
      body(route, parameters, payload) { reply.give(.completed) }
      return .waits(nil)
    case .proxyCallback(let body):
      let (reply, (route, parameters, payload)) = (Reply(receiver), input.makeArguments())
      receiver.begin()
      body(route, parameters, payload) { reply.give(.proxy($0)) }
      return .waits(nil)
    case .guardCallback(let body):
      let (reply, (route, parameters, payload)) = (Reply(receiver), input.makeArguments())
      receiver.begin()
      body(route, parameters, payload) { reply.give(.guard($0)) }
      return .waits(nil)
    case .returning(let body):
      let context = input.context
      receiver.begin()
      do {
        try body(context)
        return .answered(.completed)
      } catch {
        return .answered(.threw(error))
      }
    case .async(let body):
      let context = input.context
      receiver.begin()
      let task = Self.startTask(on: executor) {
        do {
          receiver.receive(try await body(context), by: .task)
        } catch {
          receiver.receive(.threw(error), by: .task)
        }
      }
      return .waits(task)
    case .completing(let body):
      let context = input.context
      receiver.begin()
      let task = Self.startTask(on: executor) {
        do {
          try await body(context)
          receiver.receive(.completed, by: .task)
        } catch {
          receiver.receive(.threw(error), by: .task)
        }
      }
      return .waits(task)
    case .callback(let body):
      let (reply, context) = (Reply(receiver), input.context)
      receiver.begin()
      body(context) { reply.give($0) }
      return .waits(nil)
    case .mainCallback(let body):
      let (reply, context) = (Reply(receiver), input.context)
      receiver.begin()
      MainActor.assumeIsolated { body(context) { reply.give($0) } }
      return .waits(nil)
    case .mainAsync(let body):
      let context = input.context
      receiver.begin()
      return .waits(MainActor.assumeIsolated { Self.startMainTask(receiver, context, body) })
    }
  }

  /// Starts the task of an async handler, which runs on the caller's thread until it waits for
  /// something.
  private static func startTask(
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
    _ receiver: some AnswerReceiver,
    _ context: RouteContext,
    _ body: @escaping @MainActor @Sendable (RouteContext) async throws -> HandlerAnswer
  ) -> Task<Void, Never> {
    let work: @MainActor @Sendable () async -> Void = {
      do {
        receiver.receive(try await body(context), by: .task)
      } catch {
        receiver.receive(.threw(error), by: .task)
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
private final class Reply<Receiver: AnswerReceiver>: Sendable {
  private let receiver: Receiver

  init(_ receiver: Receiver) { self.receiver = receiver }

  deinit { receiver.receive(.dropped, by: .closure) }

  func give(_ answer: HandlerAnswer) { receiver.receive(answer, by: .closure) }
}
