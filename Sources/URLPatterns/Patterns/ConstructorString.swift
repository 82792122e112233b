/// Takes the pattern of a whole URL apart into the patterns of its components, as the URLPattern
/// standard does.
struct ConstructorString {
  /// The piece that is being read, in the order in which they stand in a URL.
  private enum State: Int {
    case start, `protocol`, authority, username, password, hostname, port, pathname, search, hash
    case done

    var component: URLPatternComponent? {
      switch self {
      case .start, .authority, .done: nil
      case .protocol: .protocol
      case .username: .username
      case .password: .password
      case .hostname: .hostname
      case .port: .port
      case .pathname: .pathname
      case .search: .search
      case .hash: .hash
      }
    }
  }

  /// The components that are given, with the places where they begin.
  private(set) var sources: [URLPatternComponent: ComponentSource] = [:]

  private let text: String
  private let bytes: [UInt8]
  private let tokens: [PatternToken]
  private let limits: PatternLimits
  private var state = State.start
  private var index = 0
  private var step = 1
  private var componentStart = 0
  private var groupDepth = 0
  private var bracketDepth = 0
  private var isSpecial = false

  /// - Complexity: linear in the length of the text.
  init(_ text: String, limits: PatternLimits) throws(URLPatternError) {
    self.text = text
    self.limits = limits
    bytes = Array(text.utf8)
    guard bytes.count <= limits.patternLength else {
      let limit = limits.patternLength
      throw URLPatternError(.tooLong(limit: limit), text: text, offset: limit)
    }
    tokens = PatternTokenizer.lenientTokens(of: bytes)
    try read()
  }

  private mutating func read() throws(URLPatternError) {
    while index < tokens.count {
      step = 1
      let kind = tokens[index].kind
      if kind == .end {
        if atEnd() { break }
      } else if kind == .open {
        // No border of components lies within a group.
        groupDepth += 1
      } else {
        if groupDepth > 0, kind == .close { groupDepth -= 1 }
        if groupDepth == 0 { try readToken() }
      }
      index += step
    }
    if sources[.hostname] != nil, sources[.port] == nil { give("", to: .port) }
  }

  /// Goes on at the end of the text.
  /// - Returns: whether all is read.
  private mutating func atEnd() -> Bool {
    switch state {
    case .start:
      // Without a colon it is a relative URL.
      rewind()
      if isText("#") {
        change(to: .hash, skipping: 1)
      } else if beginsSearch() {
        change(to: .search, skipping: 1)
      } else {
        change(to: .pathname, skipping: 0)
      }
      return false
    case .authority:
      // There is no user.
      rewind()
      state = .hostname
      return false
    default:
      change(to: .done, skipping: 0)
      return true
    }
  }

  private mutating func readToken() throws(URLPatternError) {
    switch state {
    case .start:
      guard isText(":") else { return }
      rewind()
      state = .protocol
    case .protocol:
      guard isText(":") else { return }
      isSpecial = try matchesSpecial(source(to: index))
      let hasSlashes = isText("/", at: index + 1) && isText("/", at: index + 2)
      if hasSlashes {
        change(to: .authority, skipping: 3)
      } else {
        change(to: isSpecial ? .authority : .pathname, skipping: 1)
      }
    case .authority:
      if isText("@") {
        rewind()
        state = .username
      } else if isText("/") || beginsSearch() || isText("#") {
        rewind()
        state = .hostname
      }
    case .username:
      if isText(":") {
        change(to: .password, skipping: 1)
      } else if isText("@") {
        change(to: .hostname, skipping: 1)
      }
    case .password:
      if isText("@") { change(to: .hostname, skipping: 1) }
    case .hostname:
      if isText("[") {
        bracketDepth += 1
      } else if isText("]") {
        bracketDepth -= 1
      } else if isText(":"), bracketDepth == 0 {
        change(to: .port, skipping: 1)
      } else {
        readPath()
      }
    case .port: readPath()
    case .pathname: readTail()
    case .search: if isText("#") { change(to: .hash, skipping: 1) }
    case .hash, .done: break
    }
  }

  private mutating func readPath() {
    if isText("/") { change(to: .pathname, skipping: 0) } else { readTail() }
  }

  private mutating func readTail() {
    if beginsSearch() {
      change(to: .search, skipping: 1)
    } else if isText("#") {
      change(to: .hash, skipping: 1)
    }
  }

  // MARK: - States

  private mutating func rewind() {
    index = componentStart
    step = 0
  }

  private mutating func change(to next: State, skipping count: Int) {
    if let component = state.component { sources[component] = source(to: index) }
    if state != .start, next != .done {
      let (old, new) = (state.rawValue, next.rawValue)
      // What stands between the two is given, and empty.
      if old < State.hostname.rawValue, new > State.hostname.rawValue { give("", to: .hostname) }
      if old < State.pathname.rawValue, new > State.pathname.rawValue {
        give(isSpecial ? "/" : "", to: .pathname)
      }
      if old < State.search.rawValue, new > State.search.rawValue { give("", to: .search) }
    }
    state = next
    index += count
    componentStart = index
    step = 0
  }

  private mutating func give(_ value: String, to component: URLPatternComponent) {
    if sources[component] == nil { sources[component] = ComponentSource(value) }
  }

  private func source(to end: Int) -> ComponentSource {
    let start = tokens[min(componentStart, tokens.count - 1)].start
    let range = start..<max(start, tokens[min(end, tokens.count - 1)].start)
    let value = String(decoding: bytes[range], as: UTF8.self)
    return ComponentSource(value, of: text, at: start)
  }

  private func matchesSpecial(_ source: ComponentSource) throws(URLPatternError) -> Bool {
    try source.compile(.protocol, .protocol, ignoresCase: false, limits: limits).matchesSpecial
  }

  // MARK: - Tokens

  /// Whether a token is a character that stands for itself.
  private func isText(_ character: Unicode.Scalar, at place: Int? = nil) -> Bool {
    let token = tokens[min(place ?? index, tokens.count - 1)]
    switch token.kind {
    case .char, .escapedChar, .invalidChar: return isValue(token, character)
    default: return false
    }
  }

  private func isValue(_ token: PatternToken, _ character: Unicode.Scalar) -> Bool {
    token.value.count == 1 && bytes[token.value.lowerBound] == UInt8(ascii: character)
  }

  /// Whether a question mark is no modifier of what stands before it.
  private func beginsSearch() -> Bool {
    if isText("?") { return true }
    guard isValue(tokens[index], "?") else { return false }
    guard index > 0 else { return true }
    switch tokens[index - 1].kind {
    case .name, .regex, .close, .asterisk: return false
    default: return true
    }
  }
}
