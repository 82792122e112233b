/// The findings of a replay.
public struct ReplayReport: Sendable {
  /// The kinds of changes against another table.
  public enum ChangeKind: String, CaseIterable, Sendable, Encodable {
    /// A route answered, and now none does.
    case notFound
    /// A route answered, and now the method is not allowed.
    case methodNotAllowed
    /// Another route answers.
    case otherRoute
    /// A route answers where none did.
    case found
    /// The same route answers, with other parameters or other values of them.
    case parameters
    /// No route answered and none does, with another status; or the target is refused now.
    case otherAnswer

    var place: Int {
      switch self {
      case .notFound: 0
      case .methodNotAllowed: 1
      case .otherRoute: 2
      case .found: 3
      case .parameters: 4
      case .otherAnswer: 5
      }
    }
  }

  /// A route with the requests that it took.
  public struct Route: Sendable, Encodable {
    /// The route, as it is listed.
    public let route: RouteDescription
    /// The number of requests.
    public let count: Int
    /// Their share of all requests, from 0 to 1.
    public let share: Double
    /// The time of the last of them, as the log tells it.
    public let last: String?
  }

  /// A request that came often.
  public struct Request: Sendable, Encodable {
    /// The method and the path, without the query; a long one is cut.
    public let request: String
    /// The least number of times that it came.
    public let count: Int
    /// The greatest number of times, where there were too many different ones to count each.
    public let atMost: Int
    /// The routes that nearly match, or that match for other methods.
    public let nearest: [String]
  }

  /// The requests that no route answers with some status.
  public struct Misses: Sendable, Encodable {
    /// Their number.
    public let count: Int
    /// Those that came most often.
    public let frequent: [Request]
  }

  /// A request with another answer than before.
  public struct Example: Sendable, Encodable {
    /// The method and the path, without the query; a long one is cut.
    public let request: String
    /// The least number of times that it came.
    public let count: Int
    /// The route that answered before, or the status.
    public let old: String
    /// The route that answers now, or the status.
    public let new: String
  }

  /// Changes of one kind.
  public struct Change: Sendable, Encodable {
    /// Their kind.
    public let kind: ChangeKind
    /// Their number.
    public let count: Int
    /// Those that came most often.
    public let examples: [Example]
  }

  /// A line that could not be read.
  public struct BadLine: Sendable, Encodable {
    /// The name of the log.
    public let log: String
    /// The number of the line, from 1.
    public let line: Int
    /// The reason.
    public let reason: String
  }

  /// The number of lines.
  public let lines: Int
  /// The number of requests in them.
  public let requests: Int
  /// The lines that tell of a connection without a request, such as TLS where plain HTTP is
  /// spoken.
  public let requestless: Int
  /// The number of lines that could not be read.
  public let badLineCount: Int
  /// The first of these.
  public let badLines: [BadLine]
  /// The maps and fallbacks that took requests, those that took the most first.
  public let routes: [Route]
  /// The maps and fallbacks that took none, as they are listed.
  public let unused: [RouteDescription]
  /// The requests that are answered with 404.
  public let notFound: Misses
  /// The requests that are answered with 405.
  public let methodNotAllowed: Misses
  /// The requests with OPTIONS that are answered with 204 by the server itself.
  public let options: Int
  /// The requests that are refused with 400.
  public let badRequest: Int
  /// The requests that are refused with 414.
  public let uriTooLong: Int
  /// The requests whose match hits a limit.
  public let undecided: Int
  /// The requests that no route answers, and that the log's server answered with 2xx or 3xx.
  public let lost: Int
  /// The requests without a known host, where routes have hosts.
  public let hostless: Int
  /// The changes against another table, of each kind that there is; `nil` without one.
  public let changes: [Change]?

  /// The share of maps and fallbacks that took requests, in percent; 100 where there is none.
  public var coverage: Double {
    let all = routes.count + unused.count
    return all == 0 ? 100 : 100 * Double(routes.count) / Double(all)
  }
}

extension ReplayReport: Encodable {
  private enum CodingKeys: String, CodingKey {
    case lines, requests, requestless, badLineCount, badLines, coverage, routes, unused, notFound
    case methodNotAllowed, options, badRequest, uriTooLong, undecided, lost, hostless, changes
  }

  /// Writes all of it, and the coverage.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(lines, forKey: .lines)
    try container.encode(requests, forKey: .requests)
    try container.encode(requestless, forKey: .requestless)
    try container.encode(badLineCount, forKey: .badLineCount)
    try container.encode(badLines, forKey: .badLines)
    try container.encode(coverage, forKey: .coverage)
    try container.encode(routes, forKey: .routes)
    try container.encode(unused, forKey: .unused)
    try container.encode(notFound, forKey: .notFound)
    try container.encode(methodNotAllowed, forKey: .methodNotAllowed)
    try container.encode(options, forKey: .options)
    try container.encode(badRequest, forKey: .badRequest)
    try container.encode(uriTooLong, forKey: .uriTooLong)
    try container.encode(undecided, forKey: .undecided)
    try container.encode(lost, forKey: .lost)
    try container.encode(hostless, forKey: .hostless)
    try container.encodeIfPresent(changes, forKey: .changes)
  }
}
