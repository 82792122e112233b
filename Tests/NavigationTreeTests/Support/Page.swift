import NavigationTree
import RoutePatterns
import SwitchyardLocks

/// Something shown by a tree of the tests: it writes down what happens to it.
final class Page: RouteParametrizedPresentable, ModalPresentingPresentable, @unchecked Sendable {
  let name: String
  let script: Script
  /// The pages that a container shows, or the modal.
  private var shown: [Page] = []

  init(_ name: String, _ script: Script) {
    self.name = name
    self.script = script
    script.write("create \(name)")
    script.add(self)
  }

  /// A window, which nobody makes.
  init(window name: String, _ script: Script) {
    self.name = name
    self.script = script
  }

  func configure(routeParameters: RouteParameters) {
    script.write("configure \(name)\(routeParameters.isEmpty ? "" : " \(routeParameters)")")
  }

  func present(modal: Page) {
    if show([modal]) { script.write("present \(modal.name) over \(name)") }
  }

  func dismiss(modal: Page) {
    shown = []
    script.write("dismiss \(modal.name) from \(name)")
  }

  /// Shows pages, or what the user has changed it to.
  /// - Returns: whether others were shown before.
  @discardableResult
  func show(_ pages: [Page]) -> Bool {
    defer { shown = pages }
    return !shown.elementsEqual(pages, by: ===)
  }
}

/// What has happened to pages, line by line.
final class Script: Sendable {
  private let lines = Locked<[String]>([])
  private struct Weak: Sendable { weak let page: Page? }
  private let pages = Locked<[String: Weak]>([:])

  func add(_ page: Page) { pages.withLock { $0[page.name] = Weak(page: page) } }

  /// The page of a name that was made last.
  func page(_ name: String) -> Page? { pages.withLock { $0[name]?.page } }

  /// Has the user change what a page shows.
  func swipe(_ name: String, to shown: String...) {
    page(name)?.show(shown.compactMap { page($0) })
  }

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
        if container.show(stack) {
          container.script.write("stack \(container.name): \(stack.names)")
        }
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
        if container.show([option]) {
          container.script.write("select \(container.name): \(option.name)")
        }
      },
      unwind: unwind
    )
  }

  func switcher(_ name: String) -> RoutePresenterSwitcher<Page> {
    let window = Page(window: name, script)
    return RoutePresenterSwitcher(setOptionSelected: { option in
      if window.show([option]) { option.script.write("switch \(name): \(option.name)") }
    })
  }

  private var unwind: @Sendable (Page) -> Void {
    { $0.script.write("unwind \($0.name)") }
  }
}

extension [Page] {
  fileprivate var names: String { map(\.name).joined(separator: ", ") }
}
