import Switchyard

/// The routes that a call lists, of those that its lookup finds, and their order.
struct RouteFilter {
  enum Order: String, CaseIterable {
    case order, pattern, name, kind
  }

  /// The kinds of routes, in the order in which a dispatch asks them.
  fileprivate static let kinds: [RouteKind] = [.guard, .proxy, .middleware, .map, .fallback]

  static let options: [CommandOption] = [.text, .name, .kind, .sort]

  private let text: String?
  private let names: [String]
  private let kinds: Set<RouteKind>
  private let order: Order

  init(_ call: Command.Call) throws(ArgumentError) {
    text = call.arguments.value(of: .text)?.lowercased()
    names = call.arguments.values(of: .name)
    var kinds: Set<RouteKind> = []
    for word in call.arguments.values(of: .kind) {
      guard let kind = RouteKind(rawValue: word) else {
        throw call.syntax.error(.invalidValue(.kind, word, choices: CommandOption.kind.choices))
      }
      kinds.insert(kind)
    }
    self.kinds = kinds
    order = try call.choice(of: .sort) ?? .order
  }

  /// Whether it leaves out any route.
  var isNarrow: Bool { text != nil || !names.isEmpty || !kinds.isEmpty }

  /// The names that no route of a manifest has.
  func unknownNames(in manifest: RouteManifest) -> [String] {
    guard !names.isEmpty else { return [] }
    let known = Set(manifest.entries.compactMap(\.route.name))
    return names.filter { !known.contains($0) }
  }

  /// Returns those of some routes that are listed, in their order.
  func routes(of routes: [RouteDescription]) -> [RouteDescription] {
    let found = routes.filter(lists)
    switch order {
    case .order: return found
    case .pattern: return found.sorted { $0.pattern < $1.pattern }
    case .kind:
      let places = Dictionary(uniqueKeysWithValues: zip(Self.kinds, Self.kinds.indices))
      return found.sorted { places[$0.kind] ?? 0 < places[$1.kind] ?? 0 }
    case .name:
      // Those without one come last.
      return found.sorted { first, second in
        (first.name == nil ? 1 : 0, first.name ?? "") < (
          second.name == nil ? 1 : 0, second.name ?? ""
        )
      }
    }
  }

  private func lists(_ route: RouteDescription) -> Bool {
    guard kinds.isEmpty || kinds.contains(route.kind) else { return false }
    guard names.isEmpty || route.name.map(names.contains) == true else { return false }
    guard let text else { return true }
    let texts = [route.patternAndExceptions.withDecoded, route.name ?? ""]
    return texts.contains { $0.lowercased().contains(text) }
  }
}

extension CommandOption {
  static let text = CommandOption(
    name: "--text",
    value: "TEXT",
    summary: "lists routes with TEXT in their pattern or name, whatever its case"
  )
  static let name = CommandOption(
    name: "--name",
    value: "NAME",
    repeats: true,
    summary: "lists the routes of the name; can be repeated"
  )
  static let kind = CommandOption(
    name: "--kind",
    value: "KIND",
    choices: RouteFilter.kinds.map(\.rawValue),
    repeats: true,
    summary: "lists routes of the kind; can be repeated"
  )
  static let sort = CommandOption(
    name: "--sort",
    value: "ORDER",
    choices: RouteFilter.Order.allCases.map(\.rawValue),
    summary: "sorts the table by order, pattern, name or kind"
  )
}
