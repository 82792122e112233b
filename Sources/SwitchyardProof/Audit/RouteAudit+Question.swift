extension RouteAudit {
  /// The way in which a question ended.
  public enum Answer: String, Hashable, Sendable, Codable, CaseIterable {
    /// All guards have allowed: the map or fallback would have run.
    case runs
    /// A guard denies.
    case denied
    /// A guard redirects.
    case redirected
    /// A guard took longer than it may, and so denies.
    case timedOut
    /// A guard threw an error that is no answer, dropped its verdict, or redirects to what is no
    /// target, and so denies.
    case failed
    /// A guard limits how often it may be asked (429), which says nothing of who may.
    case limited
    /// The responder refuses the request before any guard is asked.
    case refused
    /// No answer came, or that of another route.
    case unanswered

    /// Whether it says that the visitor is let through, or is not.
    public var isDecided: Bool {
      switch self {
      case .runs, .denied, .redirected, .timedOut, .failed: true
      case .limited, .refused, .unanswered: false
      }
    }
  }

  /// A URL that guards were asked about, with what has come of it.
  public struct Question: Hashable, Sendable, Codable {
    /// The method; `nil` for what is no request.
    public let method: String?
    /// The URL.
    public let url: String
    /// The tags of the lookup, of what is no request.
    public let tags: [RouteTag]
    /// The end of the question.
    public let answer: Answer
    /// The guard that has given it, or the map that refuses by itself; `nil` where none has.
    public let by: RouteDescription?
    /// The status that a client would see, unless a map would have run.
    public let status: Int?
    /// The address that a guard redirects to.
    public let location: String?
    /// The error or the reason, in words.
    public let detail: String?
    /// The proxies that stand before the map, which were not asked and may lead elsewhere.
    public let proxies: [RouteDescription]
    /// The reason, in words, that the answer does not say who may come to the map; `nil` where it
    /// does.
    public internal(set) var doubt: String?
  }
}

extension RouteAudit.Question: CustomStringConvertible {
  /// The method and the URL.
  public var description: String {
    guard let method else { return tags.isEmpty ? url : "\(url) by \(tags)" }
    return "\(method) \(url)"
  }

  /// The answer in words.
  var answerText: String {
    let name = by.map { $0.name.map { "guard \"\($0)\"" } ?? "\($0)" } ?? "a guard"
    let status = status.map { ", \($0)" } ?? ""
    switch answer {
    case .runs:
      return proxies.isEmpty ? "runs" : "runs, unless a proxy leads elsewhere"
    case .denied: return "\(name) denies\(status)"
    case .redirected: return "\(name) redirects to \(location ?? "elsewhere")"
    case .timedOut: return "\(name) took longer than it may, and denies\(status)"
    case .failed: return "\(name) failed, and denies\(status): \(detail ?? "no reason")"
    case .limited: return "\(name) limits how often it is asked\(status)"
    case .refused: return "refused before any guard\(status)"
    case .unanswered: return detail ?? "no answer"
    }
  }
}
