internal import RoutePatterns

extension URLPattern {
  /// A match of a pattern; `URLPatternResult` in a browser.
  public struct Match: Sendable {
    /// The input: a URL and perhaps its base, or components.
    public let inputs: [Input]
    /// The pattern that matched.
    public let pattern: URLPattern
    private let address: WebAddress
    private let ranges: [CaptureRanges]

    init(inputs: [Input], pattern: URLPattern, address: WebAddress, ranges: [CaptureRanges]) {
      self.inputs = inputs
      self.pattern = pattern
      self.address = address
      self.ranges = ranges
    }

    /// The match of a component, which is made when it is asked for.
    public subscript(component: URLPatternComponent) -> ComponentMatch {
      let start = address.range(of: component.part).lowerBound
      let found = ranges[component.index]
      var groups: [String: String?] = [:]
      for (index, name) in pattern.compiled(component).names.enumerated() {
        let value = found[index].map { range in
          String(
            decoding: address.bytes[(start + range.lowerBound)..<(start + range.upperBound)],
            as: UTF8.self
          )
        }
        groups.updateValue(value, forKey: name)
      }
      return ComponentMatch(input: address.text(of: component.part), groups: groups)
    }
  }

  /// The match of one component.
  public struct ComponentMatch: Hashable, Sendable {
    /// The canonical text of the component.
    public let input: String
    /// The values by the names of groups, those without a name by their numbers; `nil` for a group
    /// that took no part.
    public let groups: [String: String?]

    /// The value of a group, or `nil` where it took no part or there is none of the name.
    public subscript(name: String) -> String? { groups[name] ?? nil }
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
