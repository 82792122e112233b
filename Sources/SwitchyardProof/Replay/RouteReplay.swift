/// A replay of access logs on a table of routes: which route would answer which of their requests.
///
///     var replay = RouteReplay(on: new, against: old)
///     replay.beginLog("access.log")
///     while let bytes = try reader.next() { replay.read(bytes) }
///     replay.endLog()
///     print(replay.report().coverage)
///
/// Logs are read in the combined format of web servers and those like it, and as lines of JSON.
/// Each request is looked up as a server with the table would, with no handler and no guard: its
/// answer is a map, a fallback, or 404, 405, 400 or 414. However long a log is and whatever it
/// holds, the memory that this takes is the same. Of URLs no more than the paths are kept.
public struct RouteReplay {
  let table: ReplayTable
  let old: ReplayTable?
  let comparison: ReplayComparison?
  /// Whether both tables read targets in the same way.
  let sharesTargets: Bool
  let seesSites: Bool
  /// The length that targets may have whose queries are left unread.
  let cleanLength: Int
  let format: AccessLog.Format?
  /// The scheme and host of requests whose lines name none.
  let site: ReplaySite?

  // Kept here: what is static is asked for first whether it is there.
  let plainQuery = PlainQuery()

  var tally: ReplayTally
  var cache: RequestCache
  var methods: [String: ReplayMethod] = [:]
  /// The begin of a line whose end has not come.
  var rest: [UInt8] = []
  /// Whether what comes is the rest of a line that is too long.
  var isSkipping = false
  // What lines are put together in.
  var scratch: [UInt8] = []
  var other: [UInt8] = []

  /// Makes a replay.
  /// - Parameters:
  ///   - routes: the table that requests are looked up in.
  ///   - old: a table that they are compared with.
  ///   - format: the format of all lines; without it each line shows its own, by the brace that it
  ///     begins with or not.
  ///   - site: a URL whose scheme and host requests have whose lines name none, for tables with
  ///     hosts.
  public init(
    on routes: ListedRoutes,
    against old: ListedRoutes? = nil,
    format: AccessLog.Format? = nil,
    site: RouteTarget? = nil
  ) {
    self.init(on: routes, against: old, format: format, site: site, cache: RequestCache())
  }

  init(
    on routes: ListedRoutes,
    against old: ListedRoutes? = nil,
    format: AccessLog.Format? = nil,
    site: RouteTarget? = nil,
    cache: RequestCache
  ) {
    let table = ReplayTable(routes)
    let older = old.map { ReplayTable($0) }
    self.table = table
    self.old = older
    comparison = old.map { ReplayComparison($0, routes) }
    sharesTargets = older.map { $0.options == table.options } ?? true
    cleanLength = min(table.options.targetLength, (older ?? table).options.targetLength) - 512
    seesSites = table.seesSites || older?.seesSites == true
    self.format = format
    self.site = site.flatMap { ReplaySite($0) }
    self.cache = cache
    tally = ReplayTally(routes.entries.count)
  }

  /// The number of lines that have been read, of all logs.
  public var lineCount: Int { tally.lines }

  /// Begins a log, whose name is shown beside the numbers of its lines.
  public mutating func beginLog(_ name: String) { tally.begin(name) }

  /// Reads the next bytes of a log; a line may begin in some and end in others.
  public mutating func read(_ bytes: [UInt8]) { read(bytes.span) }

  /// Whether the log that is read has lines, as a log that has just been begun has not.
  public var hasLines: Bool { tally.hasLines }

  /// Ends a log, whose last line needs no line break.
  /// - Returns: whether one of its lines was of a request, or told that none came.
  @discardableResult
  public mutating func endLog() -> Bool {
    if isSkipping {
      tally.note(.tooLong)
    } else if !rest.isEmpty {
      takeRest()
    }
    isSkipping = false
    return tally.hasGoodLines
  }
}
