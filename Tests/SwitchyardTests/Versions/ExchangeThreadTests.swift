import Dispatch
import Switchyard
import Synchronization
import TestSupport
import Testing

/// Guards and maps that one thread exchanges while another one opens what they stand for.
@Suite struct ExchangeThreadTests {
  enum Way: CaseIterable {
    /// In one version.
    case update
    /// The new ones, one by one, and then the old ones go.
    case newFirst
    /// The old map goes with its owner.
    case ownerDies
  }

  /// A router in which a path is open to all, or has a secret behind a guard that denies, in turn.
  private final class Gatehouse: Sendable {
    let router: Router
    let secrets = Atomic(0)
    let visits = Atomic(0)
    let misses = Atomic(0)
    private let way: Way
    private let state = Shared<(ids: [RouteID], owner: TestOwner?, isOpen: Bool)>(
      ([], nil, false)
    )

    init(_ order: Router.Order, _ way: Way) {
      var configuration = order == .serial ? Router.Configuration.app : .server
      configuration.onFault = { _ in }
      router = Router.lent(configuration)
      self.way = way
      router.proxy("/start") { _, _, _, next in next(("/report", nil, nil)) }
      router.guard("/old") { _, _, _, decide in decide(.redirect("/report")) }
      router.map("/old") { _, _, _, completed in completed() }
      router.proxy("/report") { _, _, _, next in next(nil) }
      router.fallback("/*") { [unowned self] _, _, _, completed in
        misses.add(1, ordering: .relaxed)
        completed()
      }
      exchange()
    }

    func exchange() {
      let (old, wasOpen) = state.withLock { ($0.ids, $0.isOpen) }
      let owner = way == .ownerDies ? TestOwner() : nil
      var new: [RouteID] = []
      if way == .update {
        router.update { table in
          table.dispose(of: old)
          new = add(isOpen: !wasOpen, owner, to: table)
        }
      } else {
        new = add(isOpen: !wasOpen, owner, to: router)
      }
      // With it goes the owner of the old map.
      state.withLock { $0 = (new, owner, !wasOpen) }
      // The map goes before the guard that it stood behind.
      if way == .newFirst { for id in old.reversed() { router.dispose(of: id) } }
      if way == .ownerDies, old.count > 1 { router.dispose(of: old[0]) }
    }

    private func add(
      isOpen: Bool,
      _ owner: TestOwner?,
      to registrar: some RouteRegistrar
    ) -> [RouteID] {
      if isOpen {
        return [
          registrar.map("/report", tags: ["T"], owner: owner) { [unowned self] _, _, _, completed in
            visits.add(1, ordering: .relaxed)
            completed()
          }
        ]
      }
      return [
        registrar.guard("/report") { _, _, _, decide in decide(.deny) },
        registrar.map("/report", tags: ["T"], owner: owner) { [unowned self] _, _, _, completed in
          secrets.add(1, ordering: .relaxed)
          completed()
        },
      ]
    }
  }

  @Test(.busy, arguments: [Router.Order.serial, .concurrent], Way.allCases)
  func `a secret that comes with its guard is never met`(order: Router.Order, way: Way) {
    let house = Gatehouse(order, way)
    let times = PropertyRun.cases(default: 2_000)
    let isDone = Atomic(false)
    let isMissed = Atomic(0)
    let view = house.router["T"]
    DispatchQueue.concurrentPerform(iterations: 2) { thread in
      guard thread == 0 else {
        while !isDone.load(ordering: .acquiring) {
          if !house.router.open("/report") { isMissed.add(1, ordering: .relaxed) }
          house.router.open("/start")
          house.router.open("/old")
          view.open("/report")
        }
        return
      }
      var rest = times
      // On a machine with other work the visitor may come only later.
      let end = ContinuousClock.now + .seconds(60)
      while rest > 0
        || (house.visits.load(ordering: .relaxed) == 0 && ContinuousClock.now < end)
      {
        rest -= 1
        house.exchange()
      }
      isDone.store(true, ordering: .releasing)
    }
    #expect(house.secrets.load(ordering: .relaxed) == 0)
    #expect(house.misses.load(ordering: .relaxed) == 0)
    #expect(isMissed.load(ordering: .relaxed) == 0)
    #expect(house.visits.load(ordering: .relaxed) > 0)
  }

  /// Looks at a router whose routes are all of one generation, in every way there is.
  private struct Reader {
    let router: Router
    let target: RouteTarget
    var looks = 0

    mutating func look() throws -> String? {
      looks += 1
      let generations = Set(router.routes.compactMap(\.name).compactMap(Self.generation))
      guard generations.count == 1 else { return "routes are of \(generations)" }
      guard try router.match(target) != nil else { return "no map is matched" }
      guard try router["T"].match(target) != nil else { return "no tagged map is matched" }
      guard (try? router.url(named: "page")) != nil else { return "the name is gone" }
      let explained = Set(
        router.explain(target).running.compactMap(\.route.name)
          .compactMap(Self.generation)
      )
      guard explained.count == 1 else { return "explained are \(explained)" }
      guard router.open(target) else { return "nothing is opened" }
      // Without its guard it is a finding.
      guard looks % 16 != 0 || router.validate(requiring: ["T"]).isClean else {
        return "\(router.validate(requiring: ["T"]))"
      }
      return nil
    }

    /// The number of the generation in a name, if it has one.
    private static func generation(of name: String) -> Substring? {
      name.contains(" ") ? name.split(separator: " ").last : nil
    }
  }

  @Test(.busy, arguments: [Router.Order.serial, .concurrent])
  func `readers meet all of a batch or nothing of it`(order: Router.Order) throws {
    var configuration = order == .serial ? Router.Configuration.app : .server
    configuration.onFault = { _ in }
    let router = Router.lent(configuration)
    let target = try RouteTarget("/page")
    let faults = Notes<String>()
    let runs = Atomic(0)
    @Sendable func add(_ generation: Int, to table: RouteUpdate) -> [RouteID] {
      [
        table.guard("/page", name: "guard \(generation)") { context in
          context[Int.self] = generation
          return .allow
        },
        table.proxy("/:x", name: "proxy \(generation)") { context in
          if context[Int.self] != generation { faults.add("a proxy of \(generation)") }
          return .pass
        },
        table.map("/page", tags: ["T"], name: "map \(generation)") {
          (context: RouteContext) async in
          runs.add(1, ordering: .relaxed)
          if context[Int.self] != generation { faults.add("a map of \(generation)") }
        },
        table.map("/elsewhere", name: "page") { _ in },
      ]
    }
    let first = router.update { add(0, to: $0) }
    let times = PropertyRun.cases(default: 1_000)
    let isDone = Atomic(false)
    DispatchQueue.concurrentPerform(iterations: 2) { thread in
      guard thread == 0 else {
        var reader = Reader(router: router, target: target)
        while !isDone.load(ordering: .acquiring) {
          do {
            if let fault = try reader.look() { faults.add(fault) }
          } catch {
            faults.add("\(error)")
          }
        }
        return
      }
      var old = first
      var generation = 0
      let end = ContinuousClock.now + .seconds(60)
      while generation < times
        || (runs.load(ordering: .relaxed) == 0 && ContinuousClock.now < end)
      {
        generation += 1
        old = router.update { table in
          table.dispose(of: old)
          return add(generation, to: table)
        }
      }
      isDone.store(true, ordering: .releasing)
    }
    #expect(faults.all.prefix(5) == [])
    #expect(runs.load(ordering: .relaxed) > 0)
  }
}
