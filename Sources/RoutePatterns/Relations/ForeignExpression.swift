/// A regular expression for another program, which is told canonical targets by something else.
///
/// Among canonical targets it matches what a pattern matches, without any option but that a dot is
/// every character, as a whole, and behind any text that ends outside of an escape. It takes no
/// more than a few looks at each byte. Other targets it may match or not.
package struct ForeignExpression: Hashable, Sendable {
  /// The engine that it is written for.
  package enum Engine: Hashable, Sendable {
    /// PCRE and PCRE2.
    case pcre
    /// RE2, or Go's expressions, which are the same.
    case re2

    var ofEmitter: RegexEmitter.Engine { self == .pcre ? .foreign : .re2 }
  }

  /// The expression, without marks of beginning and end.
  package let text: String
  /// Whether it matches only what the pattern matches; else it matches more.
  package let isExact: Bool
  /// Whether it is of the whole target, from its scheme on, and not of its path alone.
  package let seesScheme: Bool

  private init(_ text: String, isExact: Bool, seesScheme: Bool) {
    self.text = text
    self.isExact = isExact
    self.seesScheme = seesScheme
  }
}

extension ForeignExpression {
  /// Makes the expression of a pattern, of no more than so many bytes.
  ///
  /// What cannot be said in full becomes an expression that matches more, at the worst everything.
  package init(_ pattern: RoutePattern, for engine: Engine, limit: Int) {
    let seesScheme = pattern.storage.seesScheme
    let expression = pattern.storage.expression
    // The first node is the anchor, which is for others to write.
    let node = RegexNode.sequence(Array(expression.nodes.dropFirst()))
    let hasty = node.hasty(before: ASCIISet(), ignoresCase: expression.ignoresCase)
    let loops = hasty.loopCount
    let mayBeExact = !pattern.hasOpaqueValidations
    let own = Self.written(engine == .pcre ? hasty : node, expression.ignoresCase, engine)
    // A router gives matches up that take too long, and RE2 does not.
    let isBounded = engine == .re2 ? (loops ?? .max) <= Self.fewLoops : loops == 0
    if mayBeExact, isBounded, let own, own.text.utf8.count <= limit,
      engine == .re2 || own.choices <= Self.fewChoices
    {
      self.init(own.text, isExact: true, seesScheme: seesScheme)
      return
    }
    var network = LanguageNetwork(.upper)
    network.add(LanguageNode(expression), ofWholeTarget: seesScheme)
    let budget = RelationBudget(work: Self.work)
    let automaton = LanguageAutomaton(network, within: .loose, budget: budget)
    if let text = Self.text(of: automaton, ofPaths: !seesScheme, for: engine, limit: limit) {
      let isExact = mayBeExact && network.isExact && (loops ?? .max) <= Self.fewLoops
      self.init(text, isExact: isExact, seesScheme: seesScheme)
    } else {
      self.init(seesScheme ? "[a-z]+:.*" : "/.*", isExact: false, seesScheme: seesScheme)
    }
  }

  /// Makes the expression of all targets with more than so many bytes that begin as a pattern does.
  ///
  /// These are the bytes that it begins with in one way; what has others costs a router little.
  package init(beginningOf pattern: RoutePattern, longerThan length: Int, for engine: Engine) {
    let expression = pattern.storage.expression
    let seesScheme = pattern.storage.seesScheme
    let nodes = RegexNode.sequence(Array(expression.nodes.dropFirst())).plainBeginning
    let own = Self.written(.sequence(nodes), expression.ignoresCase, engine)
    let begun = own.flatMap { $0.text.utf8.count <= 1_000 ? $0.text : nil }
    let count = begun == nil ? 0 : nodes.reduce(0) { $0 + $1.elementCount }
    // A thousand is the most that one repetition of RE2 takes.
    let rest = min(1_000, max(0, length + 1 - count))
    self.init("\(begun ?? "").{\(rest),}", isExact: false, seesScheme: seesScheme)
  }

  /// Makes the expression of all canonical paths.
  package init(canonicalPathsUnder slashes: RouteTarget.SlashPolicy, for engine: Engine) {
    let rest = LanguageNode.repetition(.set(.all), minimum: 0, maximum: nil)
    self.init(canonical: rest, slashes, ofPaths: true, for: engine)
  }

  /// Makes the expression of canonical schemes, names of hosts and ports, with the slash behind
  /// them.
  ///
  /// Hosts that are addresses are not among them.
  package init(canonicalOriginsFor engine: Engine) {
    let origins = Self.origins(.alternation([Self.text("https"), Self.text("http")]))
    self.init(canonical: origins, .lenient, ofPaths: false, for: engine)
  }

  /// Makes the expression of canonical names of hosts and ports under a scheme, without the scheme.
  ///
  /// Hosts that are addresses are not among them, nor is the port that goes without saying.
  package init(canonicalHostsUnder scheme: String, for engine: Engine) {
    let origins = Self.origins(Self.text(scheme))
    let whole = Self(canonical: origins, .lenient, ofPaths: false, for: engine)
    let start = "\(scheme)://"
    // There is one way to begin and one to end, so that they are written as they are.
    let isPlain = whole.text.hasPrefix(start) && whole.text.hasSuffix("/")
    let text = isPlain ? String(whole.text.dropFirst(start.count).dropLast()) : Self.nothing
    self.init(text, isExact: true, seesScheme: false)
  }

  private static func text(_ text: String) -> LanguageNode {
    .sequence(text.utf8.map { .set(ASCIISet($0)) })
  }

  private static func origins(_ scheme: LanguageNode) -> LanguageNode {
    func loop(_ node: LanguageNode, _ minimum: Int) -> LanguageNode {
      .repetition(node, minimum: minimum, maximum: nil)
    }
    let letters = ASCIISet.lowercase.union(ASCIISet(of: "-_"))
    let bytes = letters.union(.digits)
    let port = LanguageNode.sequence([text(":"), loop(.set(.digits), 1)])
    return .sequence([
      scheme, text("://"),
      loop(.sequence([loop(.set(bytes), 1), text(".")]), 0),
      .set(letters), loop(.set(bytes), 0),
      .repetition(port, minimum: 0, maximum: 1),
      text("/"), .end,
    ])
  }

  private init(
    canonical node: LanguageNode,
    _ slashes: RouteTarget.SlashPolicy,
    ofPaths: Bool,
    for engine: Engine
  ) {
    var network = LanguageNetwork(.upper)
    network.add(node, ofWholeTarget: true)
    let automaton = LanguageAutomaton(network, slashes: slashes)
    let text = Self.text(of: automaton, ofPaths: ofPaths, for: engine, limit: .max)
    // Where there is none, no target is canonical, and all are for who reads others.
    self.init(text ?? Self.nothing, isExact: true, seesScheme: !ofPaths)
  }

  // MARK: - Texts

  /// The expression of no canonical target.
  private static let nothing = #"[^\x00-\x7F]"#
  /// The work that the search for places may take.
  private static let work = 2_000_000
  /// The loops that may give back by which no router comes to its limit of steps, where paths have
  /// a thousand bytes; with two there are half a million ways.
  private static let fewLoops = 1
  /// The choices by all of which an engine may go back.
  private static let fewChoices = 6

  private static func written(
    _ node: RegexNode,
    _ ignoresCase: Bool,
    _ engine: Engine
  ) -> (text: String, choices: Int)? {
    var emitter = RegexEmitter(ignoreCase: ignoresCase, engine: engine.ofEmitter)
    emitter.emit(node, in: .sequence, follow: nil)
    guard emitter.isFaithful else { return nil }
    var text = String(decoding: emitter.output, as: UTF8.self)
    // The subject ends where its path does.
    if text.hasSuffix(#"\z"#) { text.removeLast(2) }
    return (ignoresCase ? "(?i:\(text))" : text, emitter.effort.choices)
  }

  private static func text(
    of automaton: LanguageAutomaton,
    ofPaths: Bool,
    for engine: Engine,
    limit: Int
  ) -> String? {
    guard let table = try? LanguageTable(automaton, ofPaths: ofPaths),
      let node = PlaceElimination.expression(of: table, limit: min(limit, 1 << 16))
    else { return nil }
    let whole = RegexNode.sequence([
      engine == .pcre ? node.hasty(before: ASCIISet(), ignoresCase: false) : node,
      .assertion(.end, offset: 0),
    ])
    guard let text = written(whole, false, engine)?.text, text.utf8.count <= limit else {
      return nil
    }
    return text
  }
}

extension RegexNode {
  /// The bytes that it begins with, as far as there is one way to begin.
  fileprivate var plainBeginning: [RegexNode] {
    switch self {
    case .set, .literal: return [self]
    case .sequence(let items):
      var beginning: [RegexNode] = []
      for item in items {
        let bytes = item.plainBeginning
        beginning += bytes
        guard item.isPlain else { break }
      }
      return beginning
    default: return []
    }
  }

  private var isPlain: Bool {
    switch self {
    case .empty, .set, .literal: true
    case .sequence(let items): items.allSatisfy(\.isPlain)
    default: false
    }
  }
}
