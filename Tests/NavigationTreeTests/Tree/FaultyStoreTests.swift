import Dispatch
import Foundation
import NavigationTree
import Testing

/// Stores that cannot be made, which is a fault of the program.
@Suite struct FaultyStoreTests {
  @Test(arguments: [true, false])
  func `a limit of states below zero stops the program there`(_ isOfStore: Bool) async throws {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      [isOfStore] in
      if isOfStore {
        let tree = Cast().library
        _ = RouterStore(tree: tree, queue: nil, historyLimit: -1, file: "App/Scene.swift", line: 3)
      } else {
        _ = NavigationHistory(limit: -1, file: "App/Scene.swift", line: 3)
      }
    }
    let name =
      isOfStore ? "RouterStore has -1 for historyLimit" : "NavigationHistory has -1 for limit"
    let message = "\(name). Give it 0, for no state to go back to, or more."
    #expect(try text(result).contains("App/Scene.swift:3: Fatal error: \(message)"))
  }

  @Test func `a store of a faulty tree stops the program with the places`() async throws {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let cast = Cast()
      let book = Node(cast.page("book")).endpoint("books", file: "App/Books.swift", line: 7)
      let tree = Node(cast.fork("tabs")).fork([
        book, Node(cast.stack("empty")).stack([], file: "App/Empty.swift", line: 8),
      ])
      _ = RouterStore(tree: tree, queue: nil, file: "App/Scene.swift", line: 3)
    }
    #expect(
      try text(result).contains(
        """
        App/Scene.swift:3: Fatal error: The tree cannot be navigated:
        App/Empty.swift:8: a stack has no item. Give it one.
        """
      )
    )
  }

  @Test func `a tree that is put together at run time throws its faults`() throws {
    let cast = Cast()
    let sound = Node(cast.page("book")).endpoint("books")
    let faulty = Node(cast.fork("tabs")).fork([sound, Node(cast.stack("empty")).stack([])])
    let error = try #require(throws: TreeError.self) {
      try RouterStore(checking: faulty, queue: nil)
    }
    #expect(error.faults == faulty.validate())
    #expect(error.description.hasPrefix("The tree cannot be navigated:\n"))
    let main = RoutingNode<Int>(.init(main: { 1 })).endpoint("one", file: "App/Tree.swift", line: 5)
    let other = try #require(throws: TreeError.self) {
      try RouterStore(checking: main, queue: nil)
    }
    #expect(other.faults.isEmpty && other.mainActorPlace == "App/Tree.swift:5")
    let store = try RouterStore(checking: sound, queue: nil)
    store.dispatch("books")
    #expect(store.state.description == "/books")
  }

  @Test func `a presenter of the main actor wants the main queue`() async throws {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let tree = RoutingNode<Int>(.init(main: { 1 }))
        .endpoint("one", file: "App/Tree.swift", line: 5)
      let queue = DispatchQueue(label: "other")
      _ = RouterStore(tree: tree, queue: queue, file: "App/Scene.swift", line: 3)
    }
    #expect(
      try text(result).contains(
        """
        App/Scene.swift:3: Fatal error: App/Tree.swift:5: a presenter of the main actor wants \
        a store that presents on the main queue.
        """
      )
    )
  }

  @Test func `nor can a store present them on the threads that dispatch`() async {
    await #expect(processExitsWith: .failure) {
      let stack = RoutePresenterStack<Int>(main: { 1 }, setStack: { _, _ in })
      let one = RoutingNode<Int>(.lazyPresenter { 1 }).endpoint("one")
      _ = RouterStore(tree: RoutingNode(stack).stack([one]), queue: nil)
    }
  }

  @Test func `a presenter of the main actor can be on the main queue`() async {
    await #expect(processExitsWith: .success) {
      let fork = RoutePresenterFork<Int>(
        main: { 1 },
        setOptions: { _, _ in },
        setOptionSelected: { _, _ in }
      )
      let switcher = RoutePresenterSwitcher<Int>(
        main: { 1 },
        setOptionSelected: { _ in }
      )
      let one = RoutingNode<Int>(.init(main: { 1 })).endpoint("one")
      let tree = RoutingNode(fork).fork([RoutingNode(switcher).switcher([one])])
      _ = RouterStore(tree: tree)
    }
  }

  private func text(_ result: ExitTest.Result?) throws -> String {
    String(decoding: try #require(result).standardErrorContent, as: UTF8.self)
  }
}
