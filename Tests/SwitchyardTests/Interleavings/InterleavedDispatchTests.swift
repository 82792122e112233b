import RoutePatterns
import TestSupport
import Testing

@testable import Switchyard

/// Three threads that begin, answer, drop, cancel, dispose and let go, four times each, in all orders.
@Suite struct InterleavedDispatchTests {
  typealias Case = InterleavedCase<Scene>

  @Test(.busy, arguments: cases, [Router.Order.serial, .concurrent])
  func `nothing is lost, doubled or used after its end`(_ test: Case, _ order: Router.Order) {
    let orders = Schedules.drawn(for: "\(test.testDescription), \(order)", default: 300)
    test.play(orders) { Scene($0, order) }
  }

  private static let nothing: Case.Operation = { _ in }

  private static let cases = [
    Case(
      "two answers, the time limit and a cancellation race",
      { $0.map("map", "/a", .keeps) },
      [
        [{ $0.begin(1, "/a") }, { $0.answer(1) }, { $0.answerAgain(1) }, { $0.drop(1) }],
        [{ $0.begin(2, "/a") }, { $0.answer(1) }, { $0.answer(2) }, { $0.drop(2) }],
        [{ $0.expire() }, { $0.cancel(1) }, { $0.cancel(2) }, { $0.begin(3, "/a") }],
      ]
    ),
    Case(
      "routes go while their handlers are pending",
      {
        $0.guard("guard a", "/a", .keeps)
        $0.map("guarded a", "/a", .keeps)
      },
      [
        [{ $0.begin(1, "/a") }, { $0.answer(1) }, { $0.answer(1) }, { $0.begin(3, "/a") }],
        [{ $0.begin(2, "/a") }, { $0.answer(2, allows: false) }, { $0.drop(2) }, { $0.drop(1) }],
        [{ $0.dispose("guarded a") }, { $0.expire() }, { $0.dispose("guard a") }, nothing],
      ]
    ),
    Case(
      "a guard is replaced while dispatches begin and wait",
      {
        $0.guard("guard old", "/a", .keeps)
        $0.map("guarded a", "/a", .dwells)
        $0.watchAlways()
      },
      [
        [{ $0.begin(1, "/a") }, { $0.answer(1) }, { $0.begin(3, "/a") }, { $0.answer(3) }],
        [
          { $0.begin(2, "/a", isFull: true) }, { $0.answer(2) }, { $0.answer(2) }, { $0.answer(1) },
        ],
        [
          { $0.guard("guard new", "/a", .keeps) }, { $0.dispose("guard old") },
          { $0.guard("guard last", "/:any", .answers) }, { $0.dispose("guard new") },
        ],
      ]
    ),
    Case(
      "a guard is replaced that was found and has not begun",
      {
        $0.guard("watch", "/a", .keeps)
        $0.guard("guard old", "/a", .dwells)
        $0.map("guarded a", "/a", .answers)
        $0.watchAlways()
      },
      [
        [{ $0.begin(1, "/a") }, { $0.answer(1) }, { $0.begin(3, "/a") }, { $0.answer(3) }],
        [
          { $0.begin(2, "/a", isFull: true) }, { $0.answer(2) }, { $0.answer(2) }, { $0.answer(1) },
        ],
        [
          { $0.guard("guard new", "/a", .keeps) }, { $0.dispose("guard old") },
          { $0.guard("guard last", "/:any", .answers) }, { $0.dispose("guard new") },
        ],
      ]
    ),
    Case(
      "others come while a handler is called",
      {
        $0.guard("guard a", "/*", .dwells)
        $0.map("guarded a", "/a", .lingers)
        $0.map("guarded b", "/b", .dwellsAndKeeps)
      },
      [
        [{ $0.begin(1, "/a") }, { $0.cancel(2) }],
        [{ $0.begin(2, "/b") }, { $0.answer(2) }, { $0.answer(3) }],
        [{ $0.expire() }, { $0.begin(3, "/b") }, { $0.dispose("guarded b") }, { $0.answer(2) }],
      ]
    ),
    Case(
      "owners die and the router is let go of",
      {
        $0.map("map a", "/a", .keeps, isOwned: true)
        $0.map("map b", "/b", .dwells, isOwned: true)
      },
      [
        [{ $0.begin(1, "/a") }, { $0.release("map b") }, { $0.begin(3, "/a") }, { $0.answer(1) }],
        [{ $0.begin(2, "/b") }, { $0.begin(4, "/b") }, { $0.answer(3) }],
        [{ $0.release("map a") }, { $0.expire() }, { $0.letGoOfRouter() }, { $0.cancel(3) }],
      ]
    ),
    Case(
      "a commit leads to what comes and goes",
      {
        $0.proxy("proxy", "/p", .keeps, to: "/a")
        $0.guard("guard a", "/a", .dwells)
        $0.map("guarded a", "/a", .answers)
      },
      [
        [{ $0.begin(1, "/p") }, { $0.answer(1) }, { $0.begin(3, "/p", isFull: true) }],
        [{ $0.begin(2, "/p") }, { $0.answer(2) }, { $0.answer(3) }, { $0.drop(1) }],
        [
          { $0.dispose("guarded a") }, { $0.map("guarded b", "/a", .dwells) }, { $0.cancel(2) },
          { $0.dispose("guarded b") },
        ],
      ]
    ),
    Case(
      "handlers open what opens more",
      {
        $0.map("map a", "/a", .opens(4, "/b"))
        $0.map("map b", "/b", .opens(5, "/c"))
        $0.map("map c", "/c", .dwells)
      },
      [
        [{ $0.begin(1, "/a") }, { $0.cancel(4) }, { $0.begin(6, "/c") }],
        [{ $0.begin(2, "/b", isFull: true) }, { $0.dispose("map c") }, { $0.cancel(5) }],
        [{ $0.expire() }, { $0.begin(3, "/c") }, { $0.expire() }, { $0.letGoOfRouter() }],
      ]
    ),
  ]
}
