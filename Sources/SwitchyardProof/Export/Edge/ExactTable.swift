/// The paths that are written out in patterns, and what a router answers there: all of a table that
/// an edge can be told which compares whole paths alone.
struct ExactTable {
  struct Line: Hashable {
    var path: String
    /// The method that it is for; `nil` for all that no other line of the path is for.
    var method: String?
    var answer: String
  }

  /// The lines, those of a path together; what has none is left to the app.
  private(set) var lines: [Line] = []
  private(set) var notes: [ExportNote] = []
  private let routes: ListedRoutes
  private let table: ReplayTable
  private let names: EdgeNames
  private let doubts: [StepShares.Doubt]
  /// The patterns with closures, which may match or not.
  private let opaque: [RoutePattern]
  /// The methods that lines can be for, and others that routes are for.
  private let methods: [Method]
  private let others: [Method]
  private let isPath: (String) -> Bool

  private struct Method {
    let name: String
    let view: RouterView
    let lookup: ReplayTable.Lookup

    init?(_ name: String, _ table: ReplayTable) {
      guard let method = RequestMethod(rawValue: name) else { return nil }
      self.name = name
      view = table.routes.router[method.lookupTags]
      lookup = table.lookup(method)
    }
  }

  /// Reads a table, with the methods, names and paths that the edge takes.
  init(
    _ routes: ListedRoutes,
    doubts: [StepShares.Doubt],
    methods: [String],
    namesWhere fits: (String) -> Bool,
    pathsWhere isPath: @escaping (String) -> Bool
  ) {
    self.routes = routes
    self.doubts = doubts
    self.isPath = isPath
    let table = ReplayTable(routes)
    self.table = table
    let asked = routes.entries.indices.filter { place in
      let entry = routes.entries[place]
      return [.proxy, .map, .fallback].contains(entry.route.kind) && entry.isOfRequests
    }
    let ends = asked.filter { routes.entries[$0].route.kind != .proxy }
    names = EdgeNames(routes, of: ends, where: fits)
    opaque = asked.map { routes.entries[$0].pattern }.filter(\.hasOpaqueValidations)
    self.methods = methods.compactMap { Method($0, table) }
    let named = Set(asked.flatMap { routes.entries[$0].route.tags.compactMap(\.methodToken) })
    // One that no route is for stands for all others.
    let known = Set(named.union(methods).compactMap(RequestMethod.init(rawValue:)))
    let unheard = RequestMethod.unheard(beside: known).map { [$0.rawValue] } ?? []
    others = (named.subtracting(methods).sorted() + unheard).compactMap { Method($0, table) }
    addLines(asked)
  }

  private mutating func addLines(_ places: [Int]) {
    var known: Set<String> = []
    for place in places {
      guard routes.entries[place].route.kind != .proxy else {
        note(place, "A proxy may lead elsewhere; what it matches is left to the app.")
        continue
      }
      guard let path = routes.entries[place].pattern.onlyPath else {
        note(place, "Its paths are not written out; what it matches is left to the app.")
        continue
      }
      guard let target = target(of: path) else {
        note(place, "No match can be for its path, which is left to the app.")
        continue
      }
      let added = lines(of: path, target)
      let tokens = routes.entries[place].route.tags.compactMap(\.methodToken)
      if !tokens.allSatisfy({ token in methods.contains { $0.name == token } }) {
        note(place, "It is for a method that has no word here, and so has no line of its own.")
      }
      if added.isEmpty {
        note(place, "Its path is left to the app, which alone can tell what answers there.")
      }
      if known.insert(path).inserted { lines += added }
    }
  }

  private mutating func note(_ place: Int, _ message: String) {
    notes.append(ExportNote(routes.entries[place], at: place, message))
  }

  // MARK: - Answers

  /// Returns the target of a path, if it is canonical and the edge takes it.
  private func target(of path: String) -> RouteTarget? {
    guard isPath(path), let target = try? RouteTarget(path, options: table.options),
      target.description == path
    else { return nil }
    return target
  }

  private func lines(of path: String, _ target: RouteTarget) -> [Line] {
    guard !doubts.contains(where: { $0.mayConcern(path) }),
      !opaque.contains(where: { $0.mayMatch(target) })
    else { return [] }
    let answers = Set(others.map { answer($0, target) })
    let rest = answers.count == 1 ? answers.first ?? EdgeTable.Answer.app : EdgeTable.Answer.app
    var lines: [Line] = []
    if rest != EdgeTable.Answer.app { lines.append(Line(path: path, method: nil, answer: rest)) }
    for method in methods {
      let answer = answer(method, target)
      if answer != rest { lines.append(Line(path: path, method: method.name, answer: answer)) }
    }
    return lines
  }

  private func answer(_ method: Method, _ target: RouteTarget) -> String {
    // All that a dispatch asks, guards among it, takes of one limit.
    let met = method.view.meet(target, rivalTags: MethodTags.current.tags)
    guard !met.isUndecided, met.proxies.isEmpty else { return EdgeTable.Answer.app }
    let answer = table.answer(method.lookup, target)
    switch answer {
    case .notFound: return EdgeTable.Answer.none
    case .methodNotAllowed, .options: return EdgeTable.Answer.otherMethod
    default: return answer.place.map { names[$0] } ?? EdgeTable.Answer.app
    }
  }
}

extension RoutePattern {
  /// The path that it matches, if it is written out and there is no other but for the case of
  /// letters.
  fileprivate var onlyPath: String? {
    let outline = outline
    guard outline.isExact, outline.end == .nothing, !outline.canLackLast else { return nil }
    var path: [UInt8] = []
    for segment in outline.segments {
      guard case .literal(let bytes) = segment else { return nil }
      path.append(UInt8(ascii: "/"))
      path += bytes
    }
    return String(decoding: path, as: UTF8.self)
  }

  /// Whether it matches a target, or that cannot be told.
  fileprivate func mayMatch(_ target: RouteTarget) -> Bool {
    do {
      return try match(target) != nil
    } catch {
      return true
    }
  }
}
