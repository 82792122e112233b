import NavigationTree
import Testing

@testable import SwitchyardInspector

/// A tree that goes on while pages of it are made.
@Suite struct MovingTreeTests {
  @Test func `a page is of one moment, whatever its visitor does meanwhile`() async {
    // A page of two moments can ask for a state that there is not, which stops the program.
    await #expect(processExitsWith: .success) {
      let store = RouterStore(tree: TreeTests.tree, queue: nil)
      let window = try Window { $0.tree = { _ in InspectedTree(store) } }
      let visitor = Task.detached {
        while !Task.isCancelled {
          for number in 0..<8 { store.dispatch("/books/\(number)") }
          store.reset()
          await Task.yield()
        }
      }
      let end = ContinuousClock.now + .seconds(2)
      for _ in 0..<5_000 where ContinuousClock.now < end {
        let page = try await window.page("/tree")
        #expect(page.code == 200)
      }
      visitor.cancel()
    }
  }
}
