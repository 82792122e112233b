@testable import NavigationTestSupport
import TestSupport
import NavigationTree

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Trees, and what a user, a program or a finger does with one; some begin with a state from elsewhere.
enum NavigationFuzz {
  static func play(_ bytes: [UInt8]) {
    var chance = SeededGenerator(seed: 0)
    let kind = chance.below(8)
    if kind == 7 { return playCoded(Data(bytes.dropFirst())) }
    let theatre = Theatre(Sketch(&chance))
    let tree = theatre.tree()
    let faults = tree.validate()
    require(faults.isEmpty, "\(faults)\n\(theatre.sketch)")
    let history = kind < 5 ? nil : damaged(theatre, tree, &chance)
    var play = Play(
      theatre,
      tree,
      NodeNames(theatre.sketch),
      seed: 0,
      Play.Tally(),
      start: history ?? NavigationHistory()
    )
    do {
      guard let fault = try play.run() else { return }
      let operations = play.operations.map(\.description).joined(separator: "\n")
      fail("\(fault)\n\(String(describing: history))\n\(theatre.sketch)\n\(operations)")
    } catch {
      fail("\(error)")
    }
  }

  /// A history of states that hold anything, which are fitted to the tree.
  private static func damaged(
    _ theatre: Theatre,
    _ tree: RoutingNode<Prop>,
    _ chance: inout SeededGenerator
  ) -> NavigationHistory {
    let state = theatre.sketch.garbage(&chance)
    let fitted = state.fitted(to: tree)
    require(fitted.fitted(to: tree) == fitted, "fitted again it is another: \(state)")
    if let fault = theatre.sketch.fault(in: fitted) { fail("\(fault): \(state)") }
    return NavigationHistory(state)
  }

  private static let library = Theatre(
    Sketch([
      .init(kind: .fork, role: .root, parent: nil, children: [1, 4]),
      .init(kind: .stack, role: .option, parent: 0, children: [2]),
      .init(
        kind: .endpoint,
        role: .item,
        parent: 1,
        route: RouteSketch(parts: [.literal("s1")]),
        children: [3]
      ),
      .init(
        kind: .endpoint,
        role: .child,
        parent: 2,
        route: RouteSketch(parts: [.literal("s1"), .digits("p1")])
      ),
      .init(
        kind: .endpoint,
        role: .option,
        parent: 0,
        route: RouteSketch(parts: [.literal("s2"), .wildcard])
      ),
    ])
  )
  private static let libraryTree = library.tree()

  /// A history as JSON, as anybody might have written it.
  private static func playCoded(_ json: Data) {
    guard let history = try? JSONDecoder().decode(NavigationHistory.self, from: json) else {
      return
    }
    do {
      let again = try JSONDecoder().decode(
        NavigationHistory.self,
        from: JSONEncoder().encode(history)
      )
      require(again == history, "\(history) is written and read as \(again)")
    } catch {
      fail("\(history) cannot be written and read: \(error)")
    }
    var stand = Stand(library, libraryTree, NodeNames(library.sketch), history: history)
    if let fault = stand.faultAtStart() ?? stand.end() { fail("\(fault): \(history)") }
  }
}
