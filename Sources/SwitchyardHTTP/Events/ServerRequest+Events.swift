extension ServerRequest {
  /// The identifier of the last event that a page has seen, where it asks anew for events.
  ///
  ///     let last = request.lastEventID.flatMap { Int($0) } ?? 0
  ///     return .events(news.events(after: last))
  public var lastEventID: String? { fields["Last-Event-ID"].flatMap { $0.isEmpty ? nil : $0 } }
}
