#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// The record of a dispatch that has ended: which handlers were asked, what each answered, and how
/// long it took.
///
///     configuration.onTrace = { trace in log(trace.description) }
///     // /books/… 0.412 ms: guard /* "card" allows, map /books/:id completes, handled
///
/// It is a plain value: it holds no handler, no payload, no header field, no cookie and no body.
/// Values that a client sends are withheld, and each is `…` in all texts, unless
/// `Router.Configuration.traceValues` asks for them: all of a path but what a route that it meets
/// has as a literal, the values of the query, the fragment, and what errors say of themselves.
/// Patterns and names are shown.
///
/// All moments are nanoseconds since ``startMicroseconds``, by the clock of the router.
public struct RouteTrace: Hashable, Sendable, Identifiable {
  /// The identifier of the dispatch, which no other has.
  public var id: UUID
  /// The time of day at which it was opened, in microseconds since the first of January 1970, UTC.
  public var startMicroseconds: Int64
  /// The nanoseconds from then to its end.
  public var duration: Int64
  /// The target that was opened, without the values that are withheld.
  public var target: String
  /// The tags of the lookup; a request is looked up by those of its method.
  public var tags: [RouteTag]
  /// The things that the module which began the dispatch says of it; SwitchyardHTTP reads its own
  /// as `trace.method`, `trace.status` and `trace.requestID`.
  public var labels: [String: String]
  /// The targets on its way, the opened one first, and each try of one that began anew; none where
  /// it ended before its turn came.
  public var legs: [Leg]
  /// The way in which it ended.
  public var outcome: Outcome
  /// The faults that were reported while it was under way, but for those that steps have.
  public var faults: [Fault]
  /// The number of faults that are not in the trace, as there were more than 100 of them.
  public var omittedFaults: Int

  /// Makes a trace, as for a test of what shows one.
  public init(
    id: UUID = UUID(),
    startMicroseconds: Int64 = 0,
    duration: Int64 = 0,
    target: String,
    tags: [RouteTag] = [],
    labels: [String: String] = [:],
    legs: [Leg] = [],
    outcome: Outcome,
    faults: [Fault] = [],
    omittedFaults: Int = 0
  ) {
    self.id = id
    self.startMicroseconds = startMicroseconds
    self.duration = duration
    self.target = target
    self.tags = tags
    self.labels = labels
    self.legs = legs
    self.outcome = outcome
    self.faults = faults
    self.omittedFaults = omittedFaults
  }

  /// The steps of all legs, in their order.
  public var steps: [Step] { legs.flatMap(\.steps) }

  /// All faults, those of steps among them, in the order of their times.
  public var allFaults: [Fault] {
    (faults + steps.flatMap(\.faults)).sorted { $0.time < $1.time }
  }
}

extension RouteTrace {
  /// Values that are withheld from traces unless they are asked for.
  public struct Values: OptionSet, Hashable, Sendable, Codable {
    /// The bits.
    public let rawValue: UInt8

    /// Makes a set of its bits.
    public init(rawValue: UInt8) { self.rawValue = rawValue }

    /// The values that parameters have in paths, and all of a path that meets no route.
    ///
    /// What has come by a query is still withheld there, but not in the state of a tree.
    public static let path = Values(rawValue: 1)
    /// The values that items of queries have, and the fragments.
    public static let query = Values(rawValue: 2)
    /// The texts by which errors describe themselves, in which there may be anything.
    public static let errors = Values(rawValue: 4)
    /// All of them, for a machine on which one develops.
    public static let all: Values = [.path, .query, .errors]
  }

  /// The text that stands for a value that is withheld.
  public static let withheld = "…"
}
