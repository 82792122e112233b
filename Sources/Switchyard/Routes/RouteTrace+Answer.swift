extension RouteTrace {
  /// The answer of a handler, or what came of it without one; an answer that is not known here was
  /// written by another version.
  public struct Answer: RawRepresentable, Hashable, Sendable, Codable, CustomStringConvertible {
    /// The name of the answer.
    public let rawValue: String

    /// Makes the answer with a name.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// The name of the answer.
    public var description: String { rawValue }

    /// A guard allows.
    public static let allows = Answer(rawValue: "allows")
    /// A guard denies.
    public static let denies = Answer(rawValue: "denies")
    /// A guard redirects.
    public static let redirects = Answer(rawValue: "redirects")
    /// A proxy goes on.
    public static let passes = Answer(rawValue: "passes")
    /// A proxy commits to something else.
    public static let commits = Answer(rawValue: "commits")
    /// A map or fallback has done its work, or middleware has, behind what it is around.
    public static let completes = Answer(rawValue: "completes")
    /// Middleware has ended, and nothing that it is around was called.
    public static let answersItself = Answer(rawValue: "answersItself")
    /// It threw an error.
    public static let throwsError = Answer(rawValue: "throwsError")
    /// It let go of the closure that it answers with, and never called that: a guard denies by it,
    /// with a proxy the dispatch fails, a map has done its work.
    public static let dropsAnswer = Answer(rawValue: "dropsAnswer")
    /// Its time was up before it answered.
    public static let timesOut = Answer(rawValue: "timesOut")
    /// Its route had gone before it could start, or one that it stands behind: the leg begins anew.
    public static let vanishes = Answer(rawValue: "vanishes")
    /// It was not called: the match of its pattern hit a limit, so that a guard denies, and with
    /// any other the dispatch fails.
    public static let undecided = Answer(rawValue: "undecided")
    /// It was not called: nothing declares that it may run, or a guard that it requires was not
    /// asked.
    public static let refused = Answer(rawValue: "refused")
    /// The dispatch ended before it answered, as it was cancelled or failed.
    public static let unanswered = Answer(rawValue: "unanswered")
  }
}
