import Switchyard

/// A route of a router whose routes change while a dispatch is under way.
struct PlayedRoute: Hashable, Sendable {
  /// What the handler says.
  enum Manner: Hashable, Sendable {
    /// That the next is to run.
    case proceeds
    /// The same, after it has left a value in the context.
    case leaves
    case denies
    /// That it goes on with another target: a guard redirects, a proxy commits.
    case leads(String)
  }

  /// When the handler says it.
  enum Timing: Hashable, Sendable {
    case atOnce
    /// When the test says so.
    case later
    /// At once, from an async closure, which is told the context.
    case async
  }

  var kind: RouteKind
  var path: String
  var manner = Manner.proceeds
  var timing = Timing.atOnce
  /// The number of the owner that it lives no longer than.
  var owner: Int?

  static func `guard`(_ path: String, _ manner: Manner = .proceeds) -> Self {
    Self(kind: .guard, path: path, manner: manner)
  }

  static func proxy(_ path: String, _ manner: Manner = .proceeds) -> Self {
    Self(kind: .proxy, path: path, manner: manner)
  }

  static func map(_ path: String, owner: Int? = nil) -> Self {
    Self(kind: .map, path: path, owner: owner)
  }

  static func fallback(_ path: String) -> Self { Self(kind: .fallback, path: path) }

  func timed(_ timing: Timing) -> Self {
    var route = self
    route.timing = timing
    return route
  }

  /// Whether a closure of its pattern is asked, in which something may happen.
  var hasCheck: Bool { path == "/:x" }

  func matches(_ target: String) -> Bool { path.hasSuffix("*") || hasCheck || path == target }
}

extension PlayedRoute: CustomStringConvertible {
  var description: String {
    var text = "\(kind.rawValue) \(path)"
    switch manner {
    case .proceeds: break
    case .leaves: text += " leaves"
    case .denies: text += " denies"
    case .leads(let target): text += " -> \(target)"
    }
    if timing != .atOnce { text += " \(timing)" }
    if let owner { text += " of \(owner)" }
    return text
  }
}

/// Routes that are there at one time, and those that were.
struct PlayedTable: Sendable {
  struct Entry: Sendable {
    let id: Int
    let route: PlayedRoute
  }

  /// A part of a change, with the routes that it is about.
  enum Step: Sendable {
    case add(Entry)
    case remove(Int)
  }

  /// In the order of their registration.
  private(set) var live: [Entry] = []
  private(set) var gone: Set<Int> = []
  /// The routes of each version.
  private(set) var versions: [[Entry]] = [[]]
  private var last = 0

  /// The steps of a change; what it takes out are the latest routes of their kinds that there are before it.
  mutating func steps(of changes: [PlayedProgram.Step]) -> [Step] {
    var rest = live
    return changes.compactMap { change in
      switch change {
      case .add(let route):
        last += 1
        return .add(Entry(id: last, route: route))
      case .remove(let kind, let path):
        guard let place = rest.lastIndex(where: { $0.route.kind == kind && $0.route.path == path })
        else { return nil }
        return .remove(rest.remove(at: place).id)
      }
    }
  }

  /// Makes one version.
  mutating func apply(_ steps: [Step]) {
    for step in steps {
      switch step {
      case .add(let entry): live.append(entry)
      case .remove(let id):
        live.removeAll { $0.id == id }
        gone.insert(id)
      }
    }
    versions.append(live)
  }

  /// The routes of an owner go, at once and in all versions.
  mutating func endOwner(_ owner: Int) {
    apply(live.filter { $0.route.owner == owner }.map { .remove($0.id) })
  }
}

extension [PlayedTable.Entry] {
  func guards(of target: String) -> [PlayedTable.Entry] {
    filter { $0.route.kind == .guard && $0.route.matches(target) }
  }

  func proxies(of target: String) -> [PlayedTable.Entry] {
    filter { $0.route.kind == .proxy && $0.route.matches(target) }.reversed()
  }

  /// The map that wins, or else the fallback.
  func end(of target: String, _ precedence: Router.Precedence) -> PlayedTable.Entry? {
    for kind in [RouteKind.map, .fallback] {
      let ends = filter { $0.route.kind == kind && $0.route.matches(target) }
      // Of fallbacks the most specific wins in any router.
      let isExactFirst = precedence == .mostSpecific || kind == .fallback
      let exact = isExactFirst ? ends.last { $0.route.path == target } : nil
      if let end = exact ?? ends.last { return end }
    }
    return nil
  }
}
