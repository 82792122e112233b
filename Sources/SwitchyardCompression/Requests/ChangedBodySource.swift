/// A source that changes what another one gives; what is said of the body is said of that.
protocol ChangedBodySource: RequestBodySource {
  var parts: any RequestBodySource { get }
}

extension ChangedBodySource {
  var isRead: Bool { parts.isRead }
  var arrival: BodyArrival { parts.arrival }

  var limit: Int {
    get { parts.limit }
    set { parts.limit = newValue }
  }

  func expect(_ length: Int?, upTo limit: Int) { parts.expect(length, upTo: limit) }
  func follow(_ clock: RouterClock) { parts.follow(clock) }
  func close() async { await parts.close() }
}
