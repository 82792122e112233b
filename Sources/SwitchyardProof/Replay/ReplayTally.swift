/// The counts of a replay.
struct ReplayTally {
  /// The number of lines that cannot be read which are shown.
  static let shown = 5

  var lines = 0
  var requests = 0
  /// Lines whose request is none, such as the begin of TLS on a port for plain HTTP.
  var requestless = 0
  var badLines = 0
  /// Requests that the log's server answered with 2xx or 3xx, and that are 404 or 405 now.
  var lost = 0
  /// Requests without a host that would have needed one.
  var hostless = 0
  private(set) var faults: [(log: String, line: Int, fault: LogLineFault)] = []
  /// The counts of answers, those that no route gives first.
  private(set) var counts: [Int]
  private(set) var changes = [Int](repeating: 0, count: ReplayReport.ChangeKind.allCases.count)
  private(set) var missing = FrequentItems<ReplayedRequest>()
  private(set) var disallowed = FrequentItems<ReplayedRequest>()
  private(set) var changed: [FrequentItems<ReplayedRequest>]
  /// When each answer was given last, as the log says.
  private(set) var times: [String?]
  /// The places in the bytes at hand at which each was given last; below zero where it was not.
  private var places: [Int]
  private var log = ""
  private var lineOfLog = 0
  private var goodBefore = 0

  init(_ routes: Int) {
    let answers = routes + ReplayAnswer.others
    counts = Array(repeating: 0, count: answers)
    times = Array(repeating: nil, count: answers)
    places = Array(repeating: -1, count: answers)
    changed = ReplayReport.ChangeKind.allCases.map { _ in FrequentItems() }
  }

  static func index(_ answer: ReplayAnswer) -> Int { Int(answer.number) + ReplayAnswer.others }

  func count(_ answer: ReplayAnswer) -> Int { counts[Self.index(answer)] }
  func time(_ answer: ReplayAnswer) -> String? { times[Self.index(answer)] }

  /// Whether the log that is read has lines of a request, or that tell that none came.
  var hasGoodLines: Bool { requests + requestless > goodBefore }
  /// Whether the line that is read is the first of its log.
  var isFirstLine: Bool { lineOfLog == 1 }
  /// Whether the log that is read has lines.
  var hasLines: Bool { lineOfLog > 0 }

  mutating func begin(_ name: String) {
    log = name
    lineOfLog = 0
    goodBefore = requests + requestless
  }

  @inline(__always)
  mutating func beginLine() {
    lines += 1
    lineOfLog += 1
  }

  @inline(__always)
  mutating func count(_ outcome: ReplayOutcome, status: Int, at place: Int) {
    requests += 1
    let index = Self.index(outcome.answer)
    counts[index] += 1
    places[index] = place
    guard outcome.isNoted else { return }
    if let change = outcome.change { changes[change.place] += 1 }
    let isMissed = outcome.answer == .notFound || outcome.answer == .methodNotAllowed
    if isMissed, (200..<400).contains(status) { lost += 1 }
  }

  /// Notes a request that the report may show.
  mutating func note(_ outcome: ReplayOutcome, _ text: String, times: Int) {
    var request = ReplayedRequest(kind: nil, old: .notFound, new: outcome.answer, text: text)
    if outcome.answer == .notFound { missing.add(request, times: times) }
    if outcome.answer == .methodNotAllowed { disallowed.add(request, times: times) }
    guard let change = outcome.change else { return }
    (request.kind, request.old) = (change, outcome.old)
    changed[change.place].add(request, times: times)
  }

  /// Notes a line that cannot be read.
  mutating func note(_ fault: LogLineFault) {
    badLines += 1
    if faults.count < Self.shown { faults.append((log, lineOfLog, fault)) }
  }

  /// Takes the times of the lines that stand in some bytes, which go then.
  mutating func takeTimes(in bytes: Span<UInt8>, _ format: AccessLog.Format?) {
    for index in places.indices where places[index] >= 0 {
      if let text = LogLine.time(in: bytes, at: places[index], format) { times[index] = text }
      places[index] = -1
    }
  }
}
