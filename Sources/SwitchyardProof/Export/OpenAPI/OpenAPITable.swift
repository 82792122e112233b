/// The operations that routes come to, and what documents cannot say of the routes.
struct OpenAPITable {
  private(set) var operations: [OpenAPIOperation] = []
  private(set) var notes: [ExportNote] = []
  let guards: GuardNames
  /// The places of the maps that are said in no operation, or not in all that they answer.
  private(set) var unsaid: Set<Int> = []

  /// The operations of further maps, which are not said, in the order in which these are asked;
  /// each has a pattern.
  private(set) var others: [OpenAPIOperation.Key: [OpenAPIOperation]] = [:]

  private let routes: ListedRoutes
  /// The order in which a dispatch asks the routes, by their places.
  private let ranks: [Int: Int]

  init(_ routes: ListedRoutes) {
    self.routes = routes
    let asked = routes.router.routesAsAsked.compactMap { routes.place(of: $0) }
    ranks = Dictionary(asked.enumerated().map { ($0.element, $0.offset) }) { first, _ in first }
    guards = GuardNames(routes)
    var candidates: [OpenAPIOperation] = []
    for (place, entry) in routes.entries.enumerated() { candidates += read(entry, at: place) }
    choose(among: candidates)
    noteHeads()
    nameAlike()
    addGuards()
    notes.sort { $0.place < $1.place }
  }

  private mutating func note(_ place: Int, _ message: String) {
    notes.append(ExportNote(routes.entries[place], at: place, message))
  }

  // MARK: - Routes

  private mutating func read(_ entry: ListedRoute, at place: Int) -> [OpenAPIOperation] {
    switch entry.route.kind {
    case .map: return operations(of: entry, at: place)
    case .guard: break
    case .fallback: note(place, "A fallback has no path of its own; describe it in words.")
    case .proxy: note(place, "A proxy may answer in a route's place; describe it in words.")
    case .middleware: note(place, "Middleware may change answers; describe it in words.")
    }
    return []
  }

  private mutating func operations(
    of entry: ListedRoute,
    at place: Int
  ) -> [OpenAPIOperation] {
    let isAny = entry.route.tags.contains(.anyMethod)
    let all = isAny ? RequestMethod.known : entry.route.tags.compactMap(\.method)
    guard !all.isEmpty else {
      unsaid.insert(place)
      note(place, "A map without a method answers no request; register it with one.")
      return []
    }
    let methods = RequestMethod.describable.filter(all.contains)
    for method in all where method.openAPIKey == nil {
      unsaid.insert(place)
      note(place, "There is no word for the method \(method); describe it in words.")
    }
    let templates: [PathTemplate]
    do throws(PathTemplateFault) {
      templates = try entry.pattern.templates()
    } catch {
      unsaid.insert(place)
      note(place, "No path says this, for \(error); leave it out, or register each path.")
      return []
    }
    var operations: [OpenAPIOperation] = []
    for template in templates {
      let names = template.values.documentedNames
      let pattern = try? template.pattern(options: entry.pattern.options)
      for value in template.values where value.schema == nil {
        let name = value.name ?? ""
        note(place, "No schema says the expression of \(name), for it asks about escapes.")
      }
      for method in methods {
        var operation = OpenAPIOperation(
          template: template,
          pattern: pattern,
          method: method,
          names: names
        )
        operation.name = entry.route.name
        operation.tags = entry.route.tags.compactMap { $0 == .anyMethod ? nil : $0.name }
        operation.notes = entry.route.about
        operation.reason = entry.route.access?.reason
        operation.order = entry.route.order ?? place + 1
        operation.whole = templates.count > 1 ? entry.pattern.text : nil
        operation.isOfAnyMethod = isAny
        operation.place = place
        operations.append(operation)
      }
    }
    return operations
  }

  // MARK: - Operations of several routes

  /// Keeps one operation of each method and path.
  private mutating func choose(among candidates: [OpenAPIOperation]) {
    var byKey: [OpenAPIOperation.Key: Int] = [:]
    var losers: [(loser: OpenAPIOperation, winner: Int)] = []
    for candidate in candidates {
      guard let known = byKey[candidate.key] else {
        byKey[candidate.key] = operations.count
        operations.append(candidate)
        continue
      }
      if wins(candidate, over: operations[known]) {
        losers.append((operations[known], known))
        operations[known] = candidate
      } else {
        losers.append((candidate, known))
      }
    }
    let said = Set(operations.compactMap(\.place))
    for (loser, winner) in losers {
      guard let place = loser.place, let other = operations[winner].place, place != other else {
        continue
      }
      let isHidden = isCovered(loser, by: operations[winner])
      if loser.isOfAnyMethod, !operations[winner].isOfAnyMethod, said.contains(place) {
        if unsaid.insert(place).inserted {
          note(place, "It answers methods that documents have no word for; describe it in words.")
        }
        if isHidden { continue }
      }
      // A method that another map answers is none of this one's.
      if isHidden, said.contains(place) { continue }
      unsaid.insert(place)
      if !isHidden, loser.pattern != nil { others[loser.key, default: []].append(loser) }
      let title = operations[winner].title
      note(
        place,
        isHidden
          ? "It never runs, for \(routes.entries[other].route) answers \(title)."
          : "A document has room for one \(title), which is \(routes.entries[other].route)."
      )
    }
    for (key, maps) in others { others[key] = maps.sorted { wins($0, over: $1) } }
  }

  /// Notes the maps of a path for `HEAD` and for `GET`, where they are two: both answer `HEAD`.
  private mutating func noteHeads() {
    let gets = Dictionary(
      operations.filter { $0.method == .get }.map { ($0.template.shape, $0.place) }
    ) { first, _ in first }
    for head in operations where head.method == .head {
      guard let place = head.place, let get = gets[head.template.shape] ?? nil, place != get
      else { continue }
      for (one, other) in [(place, get), (get, place)] where unsaid.insert(one).inserted {
        let route = routes.entries[other].route
        note(one, "HEAD is answered by \(route) as well; no document says which is asked first.")
      }
    }
  }

  /// Whether the map of one operation is asked before that of another.
  private func wins(_ one: OpenAPIOperation, over other: OpenAPIOperation) -> Bool {
    guard let first = one.place.flatMap({ ranks[$0] }),
      let second = other.place.flatMap({ ranks[$0] })
    else { return false }
    return first < second
  }

  private func isCovered(_ one: OpenAPIOperation, by other: OpenAPIOperation) -> Bool {
    guard let first = one.pattern, let second = other.pattern else { return false }
    return second.covers(first) == .yes
  }

  /// Gives the values of a path the names that its first operation has for them, as a document
  /// knows a path by its names.
  private mutating func nameAlike() {
    var names: [String: [String]] = [:]
    for index in operations.indices {
      let shape = operations[index].template.shape
      operations[index].names = names[shape] ?? operations[index].names
      names[shape] = operations[index].names
    }
  }

  // MARK: - Guards

  /// Returns an operation of a route with what is required of its requests of a method, and the
  /// guards that are asked before all of it and before a part of it.
  func secured(
    _ operation: OpenAPIOperation,
    for method: RequestMethod
  ) -> (operation: OpenAPIOperation, all: [GuardNames.Member], part: [GuardNames.Member]) {
    guard let pattern = operation.pattern else { return (operation, [], []) }
    let (all, part) = guards.before(PatternLanguage(pattern), method)
    let declared = operation.place.flatMap { routes.entries[$0].route.access?.guards } ?? []
    var names = all.map(\.name)
    for name in declared where !names.contains(name) { names.append(name) }
    var operation = operation
    operation.security = names.isEmpty ? operation.reason.map { _ in [] } : [names]
    operation.partly = part.map(\.name).filter { !names.contains($0) }
    return (operation, all, part)
  }

  private mutating func addGuards() {
    var met: Set<Int> = []
    var parts: [Int: [String]] = [:]
    for index in operations.indices {
      let (operation, all, part) = secured(operations[index], for: operations[index].method)
      operations[index] = operation
      met.formUnion((all + part).map(\.place))
      for member in part { parts[member.place, default: []].append(operation.title) }
    }
    for (place, titles) in parts {
      let more = titles.count > 1 ? " and of \(titles.count - 1) more" : ""
      note(place, "It stands before a part of \(titles[0])\(more) alone; describe it in words.")
    }
    for member in guards.members where !met.contains(member.place) {
      note(member.place, "It stands before no operation of the document.")
    }
    for (place, entry) in routes.entries.enumerated()
    where entry.route.kind == .guard && entry.route.isObserving == true {
      note(place, "It turns nobody away, and is no requirement.")
    }
  }
}

extension [PathTemplate.Value] {
  /// The names of values for a document, where each has one.
  var documentedNames: [String] {
    let taken = Set(compactMap(\.name))
    var number = 0
    return map { value in
      if let name = value.name { return name }
      repeat { number += 1 } while taken.contains("_\(number)")
      return "_\(number)"
    }
  }
}

extension ListedRoutes {
  /// Returns the place of the map, or of the fallback, that a request is for.
  func map(for target: RouteTarget, _ method: RequestMethod) throws(MatchError) -> Int? {
    var tags: [RouteTag] = [.method(method), .anyMethod]
    if method == .head { tags.append(.method(.get)) }
    return try router[tags].match(target).flatMap { place(of: $0.route) }
  }
}
