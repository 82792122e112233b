/// The scheme and the host of a request.
struct ReplaySite {
  var scheme: RouteTarget.ServerScheme
  /// With the port, if it is not that of the scheme.
  var host: String

  init(_ scheme: RouteTarget.ServerScheme, _ host: String) {
    self.scheme = scheme
    self.host = host
  }

  init?(_ target: RouteTarget) {
    guard let scheme = target.scheme.flatMap({ RouteTarget.ServerScheme(rawValue: $0) }),
      let host = target.host
    else { return nil }
    self.init(scheme, host + (target.port.map { ":\($0)" } ?? ""))
  }
}
