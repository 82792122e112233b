/// The page that a browser says a request comes from, by fields that no script can set.
struct RequestSource {
  let exchange: ServerExchange

  /// Whether it is a page of the same scheme, host and port, without any doubt.
  var isSameOrigin: Bool {
    // "none" is what a visitor has begun, by an address bar or by sharing what another page gives:
    // the latter is for a page to choose.
    let sites = exchange.head.fields[values: "Sec-Fetch-Site"]
    // A page without a referrer sends the origin "null": that of its site is known all the same.
    if !sites.isEmpty { return sites.count == 1 && sites[0].hasSameBytes(as: "same-origin") }
    // Older browsers, and those that are not asked over TLS.
    guard let own = ownOrigin else { return false }
    let origins = exchange.head.fields[values: .origin]
    return origins.count == 1 && origins[0].hasSameBytes(as: own)
  }

  /// The origin that was asked, as browsers write it; `nil` if the request names no host.
  private var ownOrigin: String? {
    let target = exchange.target
    guard let scheme = target.scheme, let host = target.host else { return nil }
    let usual = scheme == "https" ? 443 : 80
    let port = target.port.flatMap { $0 == usual ? nil : ":\($0)" }
    return "\(scheme)://\(host)\(port ?? "")"
  }
}
