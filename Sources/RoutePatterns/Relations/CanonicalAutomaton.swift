/// The texts that canonical targets have up to the end of their paths: the bytes that can come in
/// each place.
///
///     /path        https://host:port/path        app:/ + /path
///
/// Only canonical targets exist, so two patterns whose expressions differ can match the same
/// targets. Built once for each slash policy.
struct CanonicalAutomaton: Sendable {
  struct Edge: Sendable {
    var set: ASCIISet
    var target: Int
    /// Whether the byte is the first of the path.
    var startsPath: Bool
  }

  struct State: Sendable {
    var edges: [Edge] = []
    /// Whether a target can end here.
    var isAccepting = false
    /// Whether the place is neither within an escape nor within the escapes of one character.
    var isBoundary = true
  }

  private(set) var states: [State] = []

  /// The place at which a target begins, and that at which one without scheme and host begins.
  static let start = 0
  static let pathStart = 1

  static func of(_ slashes: RouteTarget.SlashPolicy) -> CanonicalAutomaton {
    slashes == .lenient ? lenient : strict
  }

  private static let lenient = CanonicalAutomaton(.lenient)
  private static let strict = CanonicalAutomaton(.strict)

  /// All that the places of escapes can be told by, and more than canonical targets.
  ///
  /// Where it is known that a target is canonical it does as well as the others, and is small.
  static let loose = {
    var automaton = CanonicalAutomaton()
    let start = automaton.add()
    let pathStart = automaton.add()
    let path = automaton.addLoosePath()
    for place in [start, pathStart] {
      automaton.connect(place, slash, to: path, startsPath: true)
    }
    let (scheme, colon, slashes, host) = (
      automaton.add(), automaton.add(), automaton.add(), automaton.add()
    )
    automaton.connect(start, .lowercase, to: scheme)
    automaton.connect(scheme, .lowercase, to: scheme)
    automaton.connect(scheme, ASCIISet(of: ":"), to: colon)
    automaton.connect(colon, slash, to: slashes)
    automaton.connect(slashes, slash, to: host)
    automaton.connect(host, slash.complement, to: host)
    automaton.connect(host, slash, to: path, startsPath: true)
    return automaton
  }()

  private init() {}

  private init(_ slashes: RouteTarget.SlashPolicy) {
    let start = add()
    let pathStart = add()
    let root = addPath(slashes)
    for place in [start, pathStart] { connect(place, Self.slash, to: root, startsPath: true) }
    addOrigins(from: start, root: root)
  }

  mutating func add(isAccepting: Bool = false, isBoundary: Bool = true) -> Int {
    states.append(State(isAccepting: isAccepting, isBoundary: isBoundary))
    return states.count - 1
  }

  mutating func connect(_ state: Int, _ set: ASCIISet, to target: Int, startsPath: Bool = false) {
    guard !set.isEmpty else { return }
    states[state].edges.append(Edge(set: set, target: target, startsPath: startsPath))
  }

  static let slash = ASCIISet(of: "/")
  static let dot = ASCIISet(of: ".")
  static let percent = ASCIISet(of: "%")
  static let hexDigits = ASCIISet.digits.union(ASCIISet(of: "ABCDEF"))

  /// Returns the ASCII bytes that satisfy a predicate.
  static func bytes(where isMember: (UInt8) -> Bool) -> ASCIISet {
    var set = ASCIISet()
    for byte in 0..<128 as Range<UInt8> where isMember(byte) { set.formUnion(ASCIISet(byte)) }
    return set
  }
}
