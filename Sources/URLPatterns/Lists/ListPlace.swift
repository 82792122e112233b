internal import RouteIndex

/// The place of a pattern in the index of a list: the lane that it is looked up in, and what stands
/// there before its path.
enum ListPlace {
  /// Among paths as they are: nothing else is asked for.
  case path
  /// Among paths as they are, behind a host.
  case host([UInt8])
  /// Among paths in lower case, behind an equals sign and the host.
  case foldedHost([UInt8])
  /// Among paths in lower case, behind the labels that the host ends with, from a dot on.
  case suffix([UInt8])
  /// Among paths in lower case, behind an asterisk, which is in no host.
  case anywhere

  init(_ pattern: URLPattern) {
    let (host, isAll) = pattern.compiled(.hostname).literalEnd
    let bytes = Array(host.utf8)
    // In an index a slash ends the host.
    let isFolded = pattern.options.ignoreCase
    self =
      if !isFolded, pattern.storage.demands & ~URLPatternComponent.pathname.bit == 0 {
        .path
      } else if bytes.contains(UInt8(ascii: "/")) {
        .anywhere
      } else if isAll {
        isFolded || bytes.isEmpty ? .foldedHost(bytes.map(\.lowercasedASCII)) : .host(bytes)
      } else if let dot = bytes.firstIndex(of: UInt8(ascii: ".")) {
        .suffix(bytes[dot...].map(\.lowercasedASCII))
      } else {
        .anywhere
      }
  }

  var lane: IndexLane {
    switch self {
    case .path: .maps
    case .host: .proxies
    case .foldedHost, .suffix, .anywhere: .guards
    }
  }

  /// The segment that stands before the path.
  private var anchor: [UInt8]? {
    switch self {
    case .path: nil
    case .host(let text), .suffix(let text): text
    case .foldedHost(let text): [UInt8(ascii: "=")] + text
    case .anywhere: [UInt8(ascii: "*")]
    }
  }

  /// The demands of the index on a text.
  func reading(_ pattern: URLPattern, rank: [UInt8]) -> PatternReading {
    PatternReading(
      pattern.compiled(.pathname),
      behind: anchor,
      isFolded: lane == .guards,
      rank: rank
    )
  }

  /// Kinds of places.
  struct Kinds: OptionSet {
    let rawValue: UInt8

    static let path = Kinds(rawValue: 1)
    static let host = Kinds(rawValue: 2)
    static let foldedHost = Kinds(rawValue: 4)
    static let suffix = Kinds(rawValue: 8)
    static let anywhere = Kinds(rawValue: 16)
    /// Those whose paths are in lower case.
    static let folded: Kinds = [.foldedHost, .suffix, .anywhere]
  }

  /// The kind of the place.
  var kind: Kinds {
    switch self {
    case .path: .path
    case .host: .host
    case .foldedHost: .foldedHost
    case .suffix: .suffix
    case .anywhere: .anywhere
    }
  }
}
