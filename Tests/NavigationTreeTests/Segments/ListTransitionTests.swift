import NavigationTree
import Testing

@Suite struct ListTransitionTests {
  struct Case: Sendable, CustomTestStringConvertible {
    let name: String
    let old: String
    let new: String
    let steps: [ListTransition<String>.Step]

    var testDescription: String { name }
  }

  static let cases = [
    Case(name: "none to none", old: "", new: "", steps: []),
    Case(name: "no change", old: "tabs/stats", new: "tabs/stats", steps: []),
    Case(
      name: "from empty",
      old: "",
      new: "tabs/stats",
      steps: [.push("tabs", at: 0), .push("stats", at: 1)]
    ),
    Case(
      name: "to empty",
      old: "tabs/stats",
      new: "",
      steps: [.pop("stats", at: 1), .pop("tabs", at: 0)]
    ),
    Case(
      name: "same length",
      old: "tabs/counter",
      new: "tabs/stats",
      steps: [.change("counter", to: "stats", at: 1)]
    ),
    Case(
      name: "longer, and changed",
      old: "tabs/counter",
      new: "tabs/stats/info",
      steps: [.change("counter", to: "stats", at: 1), .push("info", at: 2)]
    ),
    Case(
      name: "shorter, and changed",
      old: "tabs/counter/info",
      new: "tabs/stats",
      steps: [.pop("info", at: 2), .change("counter", to: "stats", at: 1)]
    ),
    Case(name: "the root", old: "tabs", new: "login", steps: [.change("tabs", to: "login", at: 0)]),
    Case(
      name: "several pops",
      old: "tabs/stats/counter",
      new: "tabs",
      steps: [.pop("counter", at: 2), .pop("stats", at: 1)]
    ),
    Case(
      name: "several pushes",
      old: "tabs",
      new: "tabs/stats/counter",
      steps: [.push("stats", at: 1), .push("counter", at: 2)]
    ),
    Case(
      name: "several pops, a change, several pushes",
      old: "a/b/c/d",
      new: "a/x/y/z",
      steps: [
        .pop("d", at: 3), .pop("c", at: 2), .change("b", to: "x", at: 1), .push("y", at: 2),
        .push("z", at: 3),
      ]
    ),
    Case(
      name: "what comes after a change is shown anew",
      old: "a/b/c",
      new: "x/b/c",
      steps: [
        .pop("c", at: 2), .pop("b", at: 1), .change("a", to: "x", at: 0), .push("b", at: 1),
        .push("c", at: 2),
      ]
    ),
    Case(
      name: "the same element twice",
      old: "foo/bar/bar",
      new: "foo/bar",
      steps: [.pop("bar", at: 2)]
    ),
  ]

  @Test(arguments: cases)
  func `the steps between two lists`(_ example: Case) {
    let transition = ListTransition(
      from: [String](path: example.old),
      to: [String](path: example.new)
    )
    #expect(transition.steps == example.steps)
  }

  @Test func `elements are of any kind that can be compared`() {
    let transition = ListTransition(from: [1, 2, 3], to: [1, 4])
    #expect(transition.steps == [.pop(3, at: 2), .change(2, to: 4, at: 1)])
    #expect(transition.steps.map(\.index) == [2, 1])
  }

  @Test func `a step that does not fit leaves a list as it is`() {
    let list = ["a", "b"]
    let steps: [ListTransition<String>.Step] = [
      .pop("a", at: 1), .pop("b", at: 0), .pop("b", at: 2), .change("a", to: "x", at: 0),
      .change("x", to: "y", at: 1), .push("c", at: 1), .push("c", at: 3),
    ]
    for step in steps {
      var changed = list
      #expect(!step.apply(to: &changed), "\(step)")
      #expect(changed == list, "\(step)")
    }
    var empty: [String] = []
    #expect(!ListTransition.Step.pop("a", at: -1).apply(to: &empty))
  }

  /// The fewest changes of the end from one list to all others of a length, looked for one by one.
  private static func distances(from start: [Int], letters: Int, length: Int) -> [[Int]: Int] {
    var distances = [start: 0]
    var border = [start]
    while !border.isEmpty {
      var next: [[Int]] = []
      for list in border {
        var neighbours: [[Int]] = []
        if !list.isEmpty { neighbours.append(Array(list.dropLast())) }
        for letter in 0..<letters {
          if list.count < length { neighbours.append(list + [letter]) }
          if !list.isEmpty { neighbours.append(list.dropLast() + [letter]) }
        }
        for neighbour in neighbours where distances[neighbour] == nil {
          distances[neighbour] = distances[list].map { $0 + 1 }
          next.append(neighbour)
        }
      }
      border = next
    }
    return distances
  }

  @Test func `no other steps are fewer, for all lists of up to four elements of three kinds`() {
    // One element more than the lists have, as a detour might be shorter.
    let lists = Self.distances(from: [], letters: 3, length: 4).keys
    #expect(lists.count == 1 + 3 + 9 + 27 + 81)
    var mistakes: [String] = []
    for old in lists {
      let distances = Self.distances(from: old, letters: 3, length: 5)
      for new in lists {
        let steps = ListTransition(from: old, to: new).steps
        var reached = old
        let fits = steps.allSatisfy { $0.apply(to: &reached) }
        let changes = steps.count { if case .change = $0 { true } else { false } }
        if !fits || reached != new || changes > 1 || steps.count != distances[new] {
          mistakes.append("\(old) to \(new): \(steps)")
        }
      }
    }
    #expect(mistakes.isEmpty)
  }
}
