extension RouteTrace {
  /// The method of the request; `nil` where no request was traced.
  public var method: RequestMethod? { labels[Label.method].flatMap { RequestMethod(rawValue: $0) } }

  /// The code of the status that the request was answered with; 499 where its client has left.
  public var status: Int? { labels[Label.status].flatMap { Int($0) } }

  /// The identifier of the request, as the log has it.
  public var requestID: String? { labels[Label.requestID] }

  /// The names of the labels of requests.
  enum Label {
    static let method = "method"
    static let status = "status"
    static let requestID = "requestID"
  }
}
