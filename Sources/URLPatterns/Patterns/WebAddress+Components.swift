extension WebAddress {
  /// Makes a URL that has a path alone, which stands as it is written.
  @inline(__always)
  init(cleanPath path: consuming String) {
    let end = UInt32(truncatingIfNeeded: path.utf8.count)
    self.init(consume path, SIMD8(0, 0, 0, 0, 0, end, end, end), gaps: 0)
  }

  /// Makes a URL of its components, which are made canonical one by one; `nil` where one of them
  /// cannot be.
  init?(_ components: URLPatternInit) {
    var base: WebAddress?
    if let text = components.baseURL {
      guard let address = WebAddress(parsing: text) else { return nil }
      base = address
    }
    var address = WebAddressWriter(capacity: 64)
    for component in URLPatternComponent.allCases {
      let scheme = address[.protocol]
      let inherited =
        Self.inherits(component, components) ? base?.text(of: component.part) ?? "" : ""
      guard let text = components[component] else {
        address.append(inherited, as: component.part)
        continue
      }
      guard let canonical = Self.canonical(text, component, scheme: scheme, base) else {
        return nil
      }
      address.append(canonical, as: component.part)
    }
    self.init(address)
  }

  /// Whether a component comes from the base, as none before it is given.
  private static func inherits(
    _ component: URLPatternComponent,
    _ given: URLPatternInit
  ) -> Bool {
    guard given.hasNone(of: .protocol, component) else { return false }
    return switch component {
    case .protocol, .hostname: true
    case .username, .port:
      given.hasNone(of: .hostname) && (component == .port || given.hasNone(of: .port))
    case .password: given.hasNone(of: .hostname, .port, .username)
    case .pathname: given.hasNone(of: .hostname, .port)
    case .search: given.hasNone(of: .hostname, .port, .pathname)
    case .hash: given.hasNone(of: .hostname, .port, .pathname, .search)
    }
  }

  private static func canonical(
    _ text: String,
    _ component: URLPatternComponent,
    scheme: ArraySlice<UInt8>,
    _ base: WebAddress?
  ) -> String? {
    let bytes = Array(text.utf8)
    switch component {
    case .protocol:
      return StandardText.scheme.canonical(
        bytes.last == UInt8(ascii: ":") ? bytes.dropLast() : bytes
      )
    case .username, .password: return StandardText.userInfo.canonical(bytes)
    case .hostname: return StandardText.host(DomainName.ascii).canonical(bytes)
    case .port:
      let port = StandardText.port.canonical(bytes)
      return port.map { $0 == WebScheme.defaultPort(of: scheme).map { "\($0)" } ? "" : $0 }
    case .pathname:
      let path = completed(bytes, base)
      guard scheme.isEmpty || WebScheme.isSpecial(scheme) else {
        return StandardPath.canonicalOpaque(path)
      }
      // What would be left of it is not what was written.
      return StandardPath.climbsOut(path[...]) ? nil : StandardPath.canonical(path)
    case .search:
      return StandardText.search.canonical(
        bytes.first == UInt8(ascii: "?") ? Array(bytes.dropFirst()) : bytes
      )
    case .hash:
      return StandardText.hash.canonical(
        bytes.first == UInt8(ascii: "#") ? Array(bytes.dropFirst()) : bytes
      )
    }
  }

  /// A path behind that of the base, if it is relative.
  private static func completed(_ path: [UInt8], _ base: WebAddress?) -> [UInt8] {
    let slash = UInt8(ascii: "/")
    guard let base, !base.hasOpaquePath, path.first != slash,
      let last = base[.pathname].lastIndex(of: slash)
    else { return path }
    return base[.pathname][...last] + path
  }
}
