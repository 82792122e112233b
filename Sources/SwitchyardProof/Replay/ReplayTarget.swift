/// The target of a request in a log, as a server reads it.
enum ReplayTarget {
  case target(RouteTarget)
  /// The server as a whole.
  case server
  case refused(ReplayAnswer)

  var target: RouteTarget? {
    if case .target(let target) = self { target } else { nil }
  }

  /// Reads a target as a server does; without a site it has none, unless it names one itself.
  init(
    _ bytes: [UInt8],
    _ isOptions: Bool,
    _ site: ReplaySite?,
    _ options: RouteTarget.Options
  ) {
    do throws(RouteTargetError) {
      let namesSecure =
        site == nil && String(decoding: bytes.prefix(8), as: UTF8.self).lowercased() == "https://"
      let scheme = site?.scheme ?? (namesSecure ? .https : .http)
      let read = try RouteTarget(
        request: bytes,
        allowsAsterisk: isOptions,
        scheme: scheme,
        host: site?.host ?? "host.invalid",
        otherHosts: [],
        options: options
      )
      let isPath = bytes.first == UInt8(ascii: "/")
      if read.isAsterisk {
        self = .server
      } else if !isPath, read.scheme != scheme.rawValue {
        self = .refused(.badRequest)
      } else if isPath, site == nil {
        self = .target(try RouteTarget(read.path, options: options))
      } else {
        self = .target(read)
      }
    } catch {
      let isTooLong = error.code == .tooLong && error.place == .target
      self = .refused(isTooLong ? .uriTooLong : .badRequest)
    }
  }
}
