import NavigationTree
import RoutePatterns

/// Something shown by a tree of the tests: it writes down what happens to it.
final class Page: RouteParametrizedPresentable, ModalPresentingPresentable, @unchecked Sendable {
  let name: String
  let script: Script

  init(_ name: String, _ script: Script) {
    self.name = name
    self.script = script
    script.write("create \(name)")
  }

  func configure(routeParameters: RouteParameters) {
    script.write("configure \(name)\(routeParameters.isEmpty ? "" : " \(routeParameters)")")
  }

  func present(modal: Page) { script.write("present \(modal.name) over \(name)") }
  func dismiss(modal: Page) { script.write("dismiss \(modal.name) from \(name)") }
}

/// What has happened to pages, line by line.
final class Script: Sendable {
  private let lines = Locked<[String]>([])

  func write(_ line: String) { lines.withLock { $0.append(line) } }

  /// The lines since they were last asked for.
  func take() -> [String] {
    lines.withLock { lines in
      defer { lines = [] }
      return lines
    }
  }
}

typealias Node = RoutingNode<Page>

/// Presenters whose pages write to one script.
struct Cast: Sendable {
  let script = Script()

  func page(_ name: String) -> RoutePresenter<Page> {
    .lazyPresenter(wrap: Page(name, script), unwind: unwind)
  }

  func stack(_ name: String) -> RoutePresenterStack<Page> {
    .lazyPresenter(
      { [script] in Page(name, script) },
      setStack: { stack, container in
        container.script.write("stack \(container.name): \(stack.names)")
      },
      prepareRootPresentable: { root, container in
        container.script.write("root \(container.name): \(root.name)")
      },
      unwind: unwind
    )
  }

  func fork(_ name: String) -> RoutePresenterFork<Page> {
    .lazyPresenter(
      { [script] in Page(name, script) },
      setOptions: { options, container in
        container.script.write("options \(container.name): \(options.names)")
      },
      setOptionSelected: { option, container in
        container.script.write("select \(container.name): \(option.name)")
      },
      unwind: unwind
    )
  }

  func switcher(_ name: String) -> RoutePresenterSwitcher<Page> {
    RoutePresenterSwitcher(setOptionSelected: { option in
      option.script.write("switch \(name): \(option.name)")
    })
  }

  private var unwind: @Sendable (Page) -> Void {
    { $0.script.write("unwind \($0.name)") }
  }
}

extension [Page] {
  fileprivate var names: String { map(\.name).joined(separator: ", ") }
}
