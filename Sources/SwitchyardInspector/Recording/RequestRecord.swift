import SwitchyardHTTP

/// A dispatch that was recorded.
struct RequestRecord: Sendable {
  /// The key of the note by which a guard says whose a request is.
  static let viewerNote = "viewer"

  /// Counts the dispatches that were recorded.
  let number: Int
  let trace: RouteTrace
  /// The time of day, in seconds.
  let second: Int
  /// The bytes of its texts, as far as they are counted.
  let size: Int

  init(_ number: Int, _ trace: RouteTrace) {
    self.number = number
    self.trace = trace
    second = Int(trace.startMicroseconds / 1_000_000)
    size = trace.textSize
  }

  /// The method of a request, or the word for what is none.
  var method: String { trace.method?.rawValue ?? "OPEN" }
  var status: Int? { trace.status }
  /// The target, without the address of the server of a request.
  var target: String { trace.shown(trace.target) }
  /// The name of whoever it belongs to, as a guard has noted it.
  var viewer: String? { trace.steps.lazy.compactMap { $0.notes[Self.viewerNote] }.first }
  /// The map or fallback that was come to.
  var end: RouteTrace.Step? { trace.steps.last { $0.kind == .map || $0.kind == .fallback } }

  var endTitle: String { end.map { $0.name ?? $0.pattern } ?? "\(trace.outcome.code)" }

  /// The first digit of the status, by which requests are filtered.
  var statusClass: String? { status.map { "\($0 / 100)" } }
}

extension RouteTrace {
  /// Returns a target without the address of the server, if it is that which a request has asked.
  func shown(_ target: String) -> String {
    guard method != nil, let scheme = self.target.firstRange(of: "://"),
      let path = self.target[scheme.upperBound...].firstIndex(of: "/"),
      target.hasPrefix(self.target[...path])
    else { return target }
    return String(target.dropFirst(self.target[..<path].count))
  }

  /// The bytes of the texts, with something for each part.
  fileprivate var textSize: Int {
    var size =
      400 + target.utf8.count + labels.reduce(0) { $0 + $1.key.utf8.count + $1.value.utf8.count }
    for leg in legs {
      size += 120 + leg.target.utf8.count
      for step in leg.steps {
        size += 300 + step.pattern.utf8.count + (step.hop?.utf8.count ?? 0)
        size += (step.error?.utf8.count ?? 0) + (step.name?.utf8.count ?? 0)
        size += step.parameters.reduce(0) {
          $0 + $1.name.utf8.count + ($1.value?.utf8.count ?? 0) + 40
        }
        size += step.notes.reduce(0) { $0 + $1.key.utf8.count + $1.value.utf8.count + 60 }
      }
    }
    return size
  }
}

/// The requests that somebody looks for.
struct RequestFilter: Sendable, Equatable {
  var text = ""
  var method = ""
  /// The first digit of the status.
  var status = ""
  /// Whose requests are shown; `nil` for all.
  var viewer: String??

  init(_ query: QueryParameters) {
    text = query.searched.lowercased()
    method = query["method"] ?? ""
    status = query["status"] ?? ""
  }

  func matches(_ record: RequestRecord) -> Bool {
    if let viewer, viewer == nil || record.viewer != viewer { return false }
    if !method.isEmpty, record.method != method { return false }
    if !status.isEmpty, record.statusClass != status { return false }
    return text.isEmpty || record.target.lowercased().contains(text)
      || record.endTitle.lowercased().contains(text) || record.status.map { "\($0)" } == text
      // A status stands by chance in identifiers, too.
      || text.utf8.count >= 8 && record.trace.requestID?.contains(text) == true
  }
}
