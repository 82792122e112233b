/// A route's pattern, read: its requirements of a target's scheme, host, port and path.
struct RouteParts: Hashable, Sendable {
  /// The scheme in lower case, or `nil` for any; with a host for any that has one.
  var scheme: String?
  /// The host's parts; `nil` for any host, or for a scheme whose host is the first segment of the
  /// path.
  var host: [PatternPart]?
  /// The port, or `nil` for any.
  var port: Int?
  var path: [PatternPart]

  /// Whether more than the path of a target is looked at.
  var seesScheme: Bool { scheme != nil || host != nil }

  /// The normalised text of the pattern.
  func text(slashes: RouteTarget.SlashPolicy) -> String {
    let path = PatternText.text(of: path, syntax: .routePath(slashes))
    guard let host else {
      // Two slashes would begin a host.
      guard let scheme else { return path.hasPrefix("//") ? "\\\(path)" : path }
      return "\(scheme):\(deepLinkStart(beforePath: path))\(path)"
    }
    let hostText = PatternText.text(of: host, syntax: .routeHost)
    return "\(scheme.map { "\($0):" } ?? "")//\(hostText)\(port.map { ":\($0)" } ?? "")\(path)"
  }

  /// Returns the slashes between the scheme and the path, with an empty host if reading the first
  /// segment as a host would change it.
  private func deepLinkStart(beforePath text: String) -> String {
    // A group that holds the slash of the root.
    guard text.hasPrefix("/") else { return "//" }
    let isHost =
      !["//", "/{/"].contains(where: text.hasPrefix)
      && (try? DeepLinkHost.lowercased(path, of: [])) == path
      && !text.dropFirst().prefix { $0 != "/" }.contains("@")
    return isHost ? "/" : "//"
  }
}
