extension URLPattern {
  /// A match of a pattern; `URLPatternResult` in a browser.
  public struct Match: Sendable {
    /// The pattern that matched.
    public let pattern: URLPattern
    let address: WebAddress
    private let source: Source
    /// The places of values in the components that their expressions were asked about; what is
    /// decided without is told again when it is asked for.
    private let ranges: [CaptureRanges]

    /// The input that the URL was read from.
    ///
    /// What the address has is not kept once more.
    enum Source {
      /// The text of the address, a URL, with no base.
      case text
      /// The text of the address, which is a path.
      case path
      indirect case url(String, base: String?)
      indirect case components(URLPatternInit)

      @inline(__always)
      init(_ url: String, base: String?, _ address: borrowing WebAddress) {
        self = base == nil && url == address.text ? .text : .url(url, base: base)
      }
    }

    init(
      _ pattern: URLPattern,
      _ address: WebAddress,
      _ source: Source,
      _ ranges: [CaptureRanges]
    ) {
      self.pattern = pattern
      self.address = address
      self.source = source
      self.ranges = ranges
    }

    /// The input: a URL and perhaps its base, or components.
    public var inputs: [Input] {
      switch source {
      case .url(let url, let base): [.url(url)] + (base.map { [.url($0)] } ?? [])
      case .text: [.url(address.text)]
      case .path: [.components(URLPatternInit(pathname: address.text))]
      case .components(let components): [.components(components)]
      }
    }

    /// The match of a component.
    public subscript(component: URLPatternComponent) -> ComponentMatch {
      ComponentMatch(match: self, component: component)
    }

    /// The value of a group in a component, or `nil` where it took no part or there is none of the
    /// name.
    public subscript(component: URLPatternComponent, group: String) -> String? {
      pattern.value(of: group, in: component, of: address, ranges)
    }

    /// The values of a component's groups.
    fileprivate func groups(of component: URLPatternComponent) -> [String: String?] {
      let matcher = pattern.storage.matchers[component.index]
      var groups: [String: String?] = [:]
      for index in 0..<matcher.captureCount {
        let value = pattern.value(at: index, in: component, of: address, ranges)
        groups.updateValue(value, forKey: matcher.name(at: index))
      }
      return groups
    }
  }

  /// The match of one component.
  public struct ComponentMatch: Sendable {
    fileprivate let match: Match
    /// The component.
    public let component: URLPatternComponent

    /// The canonical text of the component.
    public var input: String { match.address.text(of: component.part) }

    /// The values by the names of groups, those without a name by their numbers; `nil` for a group
    /// that took no part.
    public var groups: [String: String?] {
      match.groups(of: component)
    }

    /// The value of a group, or `nil` where it took no part or there is none of the name.
    public subscript(name: String) -> String? { match[component, name] }
  }

  /// The value of a group, told of a URL that matches and of what its expressions were asked for.
  func value(
    of name: String,
    in component: URLPatternComponent,
    of address: WebAddress,
    _ ranges: [CaptureRanges]
  ) -> String? {
    guard let index = storage.matchers[component.index].index(of: name) else { return nil }
    return value(at: index, in: component, of: address, ranges)
  }

  fileprivate func value(
    at index: Int,
    in component: URLPatternComponent,
    of address: WebAddress,
    _ ranges: [CaptureRanges]
  ) -> String? {
    let place = address.range(of: component.index)
    let matcher = storage.matchers[component.index]
    return address.text.withBytes { text in
      let text = text.extracting(place)
      let found: CaptureRanges
      if matcher.needsExpression(length: place.count) {
        // Those before it that were asked as well have theirs before it.
        let position = (0..<component.index).count {
          storage.matchers[$0].needsExpression(length: address.range(of: $0).count)
        }
        found = ranges[position]
      } else {
        found = matcher.plainRanges(in: text)
      }
      return found[index].map { String(of: text.extracting($0)) }
    }
  }
}

extension URLPattern.ComponentMatch: Hashable {
  /// Two matches of components are equal when their texts and their values are.
  public static func == (one: Self, other: Self) -> Bool {
    one.input == other.input && one.groups == other.groups
  }

  /// Hashes what equality compares.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(input)
    hasher.combine(groups)
  }
}

extension URLPattern.Match {
  /// The match of the scheme.
  public var `protocol`: URLPattern.ComponentMatch { self[.protocol] }
  /// The match of the user's name.
  public var username: URLPattern.ComponentMatch { self[.username] }
  /// The match of the password.
  public var password: URLPattern.ComponentMatch { self[.password] }
  /// The match of the host.
  public var hostname: URLPattern.ComponentMatch { self[.hostname] }
  /// The match of the port.
  public var port: URLPattern.ComponentMatch { self[.port] }
  /// The match of the path.
  public var pathname: URLPattern.ComponentMatch { self[.pathname] }
  /// The match of the query.
  public var search: URLPattern.ComponentMatch { self[.search] }
  /// The match of the fragment.
  public var hash: URLPattern.ComponentMatch { self[.hash] }
}
