/// The routes of a generation, whole.
public struct SharedTable: Sendable {
  /// The number of the generation; 0 without any.
  public private(set) var number = 0
  /// The routes by their numbers.
  private(set) var routes: [Int: RouteDescription] = [:]
  private(set) var digest = TableDigest()
  private var methods = MethodUses()

  /// Makes a table without routes.
  public init() {}

  /// The routes in the order of their registration.
  public var listing: RouteListing { RouteListing(Array(routes.values)) }

  /// The checksum of all routes.
  public var checksum: String { digest.text }

  /// The greatest number that a route has had.
  private(set) var last = 0

  /// The whole table as one generation, which changes a table without routes.
  var whole: RouteGeneration {
    RouteGeneration(
      number: number,
      base: 0,
      removed: [],
      added: routes.values.sorted { ($0.order ?? 0) < ($1.order ?? 0) },
      checksum: checksum
    )
  }
}

/// The difference of two tables, and the checksum of the second.
struct TableChange: Sendable {
  /// The number of the first.
  let base: Int
  /// The number of the second.
  let number: Int
  var removed: [Int: RouteDescription] = [:]
  var added: [Int: RouteDescription] = [:]
  var digest: TableDigest
  var methods: MethodUses
}

extension SharedTable {
  /// Returns the change that some generations make together, each of which changes the one before.
  ///
  /// - Complexity: linear in what the generations change; in the number of all routes, where one
  ///   comes whose number is not greater than all that there were.
  func change(by generations: [RouteGeneration]) throws(GenerationRefusal) -> TableChange {
    var change = TableChange(
      base: number,
      number: generations.last?.number ?? number,
      digest: digest,
      methods: methods
    )
    var at = number
    var count = routes.count
    for generation in generations {
      guard generation.base == at, generation.number > at,
        generation.number <= RouteGeneration.Limits.numbers.upperBound
      else {
        throw refusal(
          generation,
          .base,
          "It changes generation \(generation.base), and here is \(at). Publish it once more."
        )
      }
      at = generation.number
      count += generation.added.count - generation.removed.count
      guard count <= RouteGeneration.Limits.routes else {
        throw refusal(
          generation,
          .tooLarge,
          "It has more than \(RouteGeneration.Limits.routes) routes. Publish fewer."
        )
      }
      for order in generation.removed {
        if let route = change.added.removeValue(forKey: order) {
          change.digest.remove(route)
          change.methods.remove(route.tags)
        } else if let route = routes[order], change.removed[order] == nil {
          change.removed[order] = route
          change.digest.remove(route)
          change.methods.remove(route.tags)
        } else {
          throw refusal(
            generation,
            .order,
            "It removes route #\(order), which is not there. Name one that is. Where the "
              + "source is damaged: \(RefusalReason.remedy)"
          )
        }
      }
      for route in generation.added {
        guard let order = route.order, RouteGeneration.Limits.numbers ~= order,
          change.added[order] == nil,
          routes[order] == nil || change.removed[order] != nil
        else {
          throw refusal(
            generation,
            .order,
            "It gives the number of \(route.words) twice, or none. \(RefusalReason.remedy)"
          )
        }
        let declared = route.declared(order: order)
        change.added[order] = declared
        change.digest.add(declared)
        change.methods.add(declared.tags)
        guard change.methods.count <= RouteGeneration.Limits.methods else {
          throw GenerationRefusal(generation.number, [.tooManyMethods(declared)])
        }
      }
    }
    if let last = generations.last, last.checksum != change.digest.text {
      throw refusal(
        last,
        .checksum,
        "It makes a table with the checksum \(change.digest.text.prefix(16))…, and says "
          + "\(last.checksum.excerpt.prefix(16))…. It is damaged. \(RefusalReason.remedy)"
      )
    }
    takeAlong(&change)
    return change
  }

  /// Returns the change that leads to another table, which was made of other generations.
  ///
  /// - Complexity: linear in the number of all routes.
  func change(to other: SharedTable) -> TableChange {
    var change = TableChange(
      base: number,
      number: other.number,
      digest: other.digest,
      methods: other.methods
    )
    for (order, route) in routes where other.routes[order]?.isExactly(route) != true {
      change.removed[order] = route
    }
    for (order, route) in other.routes where routes[order]?.isExactly(route) != true {
      change.added[order] = route
    }
    takeAlong(&change)
    return change
  }

  /// Has the routes that stay go and come again with a change, where their numbers are greater than
  /// one that comes: a router asks whatever comes behind all that it has.
  private func takeAlong(_ change: inout TableChange) {
    guard let first = change.added.keys.min(), first < last else { return }
    for order in routes.keys where order > first && change.removed[order] == nil {
      change.removed[order] = routes[order]
      change.added[order] = routes[order]
    }
  }

  /// Makes a change of this table.
  mutating func make(_ change: TableChange) {
    for order in change.removed.keys { routes[order] = nil }
    for (order, route) in change.added {
      routes[order] = route
      last = max(last, order)
    }
    digest = change.digest
    methods = change.methods
    number = change.number
  }

  private func refusal(
    _ generation: RouteGeneration,
    _ code: RefusalReason.Code,
    _ message: String
  ) -> GenerationRefusal {
    GenerationRefusal(generation.number, [RefusalReason(code, message)])
  }
}
