/// The guards of a table, with a name for each, and where they are asked.
struct GuardNames {
  struct Member {
    let place: Int
    let entry: ListedRoute
    let name: String
    let language: PatternLanguage
    let exceptions: [(exception: GuardException, language: PatternLanguage)]
  }

  /// The guards that turn somebody away, in the order of their registration.
  let members: [Member]

  init(_ routes: ListedRoutes) {
    var taken = Set(routes.listing.compactMap(\.name))
    var members: [Member] = []
    for (place, entry) in routes.entries.enumerated()
    where entry.route.kind == .guard && entry.route.isObserving != true {
      members.append(
        Member(
          place: place,
          entry: entry,
          name: entry.route.name ?? Self.name(of: entry, &taken),
          language: PatternLanguage(entry.pattern),
          exceptions: entry.exceptions.map { ($0, PatternLanguage($0.pattern)) }
        )
      )
    }
    self.members = members
  }

  /// A name for a guard that has none, of its pattern: `guard_admin`.
  private static func name(of entry: ListedRoute, _ taken: inout Set<String>) -> String {
    let words = entry.pattern.text.split { !$0.isASCII || !$0.isLetter && !$0.isNumber }
    let name = (["guard"] + words).joined(separator: "_")
    var unique = name
    var number = 1
    while !taken.insert(unique).inserted {
      number += 1
      unique = "\(name)_\(number)"
    }
    return unique
  }

  /// Returns the guards that are asked before all of an operation, and those before a part of it.
  func before(
    _ operation: PatternLanguage,
    _ method: RequestMethod
  ) -> (all: [Member], part: [Member]) {
    var all: [Member] = []
    var part: [Member] = []
    for member in members where member.isFor(method) {
      guard member.language.overlaps(operation) != .no else { continue }
      let excepted = member.exceptions.filter { $0.exception.isFor(method) }.map(\.language)
      guard !excepted.contains(where: { $0.covers(operation) == .yes }) else { continue }
      let isWhole =
        member.language.covers(operation) == .yes
        && excepted.allSatisfy { $0.overlaps(operation) == .no }
      if isWhole { all.append(member) } else { part.append(member) }
    }
    return (all, part)
  }
}

extension GuardNames.Member {
  /// The targets that it is asked about, where it is asked for a method.
  func cover(_ method: RequestMethod) -> LanguageCover {
    let excepted = exceptions.filter { $0.exception.isFor(method) }.map(\.language)
    return LanguageCover(language, exceptions: excepted)
  }

  /// Whether it is asked for a method.
  fileprivate func isFor(_ method: RequestMethod) -> Bool {
    let methods = entry.route.tags.compactMap(\.method)
    return methods.isEmpty || methods.contains(method)
      || method == .head && methods.contains(.get)
  }
}

extension GuardException {
  fileprivate func isFor(_ method: RequestMethod) -> Bool {
    methods.isEmpty || methods.contains(.method(method))
      || method == .head && methods.contains(.method(.get))
  }
}
