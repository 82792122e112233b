import NavigationTree

/// A page of a UI kit that shows nothing.
@MainActor class Page {
  let name: String
  /// For a navigation controller, its stack; else nothing.
  fileprivate(set) var stack: [Page] = []
  fileprivate(set) weak var navigation: Page?
  fileprivate(set) var presented: Page?
  fileprivate(set) weak var presenting: Page?

  init(_ name: String) { self.name = name }

  /// A navigation controller.
  convenience init(stack: [Page]) {
    self.init("nav(\(stack.first?.name ?? ""))")
    self.stack = stack
    for page in stack { page.navigation = self }
  }

  /// What lies over all else that began with this page.
  fileprivate var topmost: Page { (presented ?? stack.last)?.topmost ?? self }

  /// The navigation controller that the page is or is in.
  fileprivate var nearestNavigation: Page? { stack.isEmpty ? navigation : self }

  /// Whether the page, or the navigation controller it is in, lies over another.
  var isModal: Bool { (navigation ?? self).presenting != nil }
}

/// A host that keeps pages as a UI kit does, and writes down what it is asked for.
@MainActor final class RecordingHost: PresentationHost {
  /// What becomes of completions.
  enum Habit: Sendable { case calls, callsTwice, keeps, drops }

  var root: Page?
  var habit = Habit.calls
  var journal: [String] = []
  /// What makes the pages that the host knows by name.
  var pages: [String: @MainActor (String) -> Page] = ["Book": { Page($0) }]
  private var kept: [PresentationCompletion] = []
  private var waiting: CheckedContinuation<Void, Never>?

  init(root: Page?) { self.root = root }

  /// What was written down, which is then forgotten.
  func take() -> [String] {
    defer { journal = [] }
    return journal
  }

  /// The names of what is on the screens, the lowest first; a stack in brackets.
  var screens: String {
    var names: [String] = []
    var page = root
    while let current = page {
      let stack = current.stack.map(\.name).joined(separator: " ")
      names.append(stack.isEmpty ? current.name : "[\(stack)]")
      page = current.presented
    }
    return names.joined(separator: " < ")
  }

  /// The next completion that is kept, which is waited for.
  func keptCompletion() async -> PresentationCompletion {
    if kept.isEmpty { await withCheckedContinuation { waiting = $0 } }
    return kept.removeFirst()
  }

  func makeController(named name: String, in container: String?) throws -> Page {
    guard let make = pages[name] else { throw PresentationError.unknownName(name, in: container) }
    journal.append("make \(name)" + (container.map { " of \($0)" } ?? ""))
    return make(name)
  }

  func makeNavigationController(around controller: Page) -> Page {
    journal.append("embed \(controller.name)")
    return Page(stack: [controller])
  }

  var presentingController: Page? { root?.topmost }

  func show(
    _ controller: Page,
    from presenting: Page,
    completion: @escaping PresentationCompletion
  ) {
    journal.append("show \(controller.name) from \(presenting.name)")
    if let navigation = presenting.nearestNavigation {
      add(controller, to: navigation)
    } else {
      lay(controller, over: presenting)
    }
    finish(completion)
  }

  func showDetail(
    _ controller: Page,
    from presenting: Page,
    completion: @escaping PresentationCompletion
  ) {
    journal.append("show detail \(controller.name) from \(presenting.name)")
    lay(controller, over: presenting)
    finish(completion)
  }

  func present(
    _ controller: Page,
    from presenting: Page,
    animated: Bool,
    completion: @escaping PresentationCompletion
  ) {
    journal.append("present \(controller.name) from \(presenting.name)\(suffix(animated))")
    lay(controller, over: presenting)
    finish(completion)
  }

  func push(
    _ controller: Page,
    from presenting: Page,
    animated: Bool,
    completion: @escaping PresentationCompletion
  ) throws {
    guard let navigation = presenting.nearestNavigation else {
      throw PresentationError.noNavigationController
    }
    journal.append("push \(controller.name) on \(navigation.name)\(suffix(animated))")
    add(controller, to: navigation)
    finish(completion)
  }
}

extension RecordingHost {
  @discardableResult
  func pop(
    from controller: Page,
    animated: Bool,
    completion: @escaping PresentationCompletion
  ) -> Page? {
    let navigation = controller.nearestNavigation
    let rest = navigation.map { max($0.stack.count - 1, 1) }
    return cut(navigation, to: rest, animated, completion).last
  }

  @discardableResult
  func pop(
    to controller: Page,
    animated: Bool,
    completion: @escaping PresentationCompletion
  ) -> [Page] {
    let navigation = controller.navigation
    let place = navigation?.stack.firstIndex { $0 === controller }
    return cut(navigation, to: place.map { $0 + 1 }, animated, completion)
  }

  @discardableResult
  func popToRoot(
    from controller: Page,
    animated: Bool,
    completion: @escaping PresentationCompletion
  ) -> [Page] {
    cut(controller.nearestNavigation, to: 1, animated, completion)
  }

  @discardableResult
  func dismiss(
    from controller: Page,
    animated: Bool,
    completion: @escaping PresentationCompletion
  ) -> Page? {
    let below =
      controller.presented == nil ? (controller.navigation ?? controller).presenting : controller
    let dismissed = below?.presented
    if let dismissed { journal.append("dismiss \(dismissed.name)\(suffix(animated))") }
    below?.presented = nil
    dismissed?.presenting = nil
    finish(completion)
    return dismissed
  }

  private func suffix(_ animated: Bool) -> String { animated ? ", animated" : "" }

  private func add(_ controller: Page, to navigation: Page) {
    navigation.stack.append(controller)
    controller.navigation = navigation
  }

  private func lay(_ controller: Page, over presenting: Page) {
    let below = presenting.navigation ?? presenting
    below.presented = controller
    controller.presenting = below
  }

  /// Takes all from a stack but the lowest.
  private func cut(
    _ navigation: Page?,
    to count: Int?,
    _ animated: Bool,
    _ completion: @escaping PresentationCompletion
  ) -> [Page] {
    defer { finish(completion) }
    guard let navigation, let count, count < navigation.stack.count else { return [] }
    let popped = Array(navigation.stack[count...])
    navigation.stack.removeSubrange(count...)
    for page in popped { page.navigation = nil }
    let names = popped.map(\.name).joined(separator: " ")
    journal.append("pop \(names)\(suffix(animated))")
    return popped
  }

  private func finish(_ completion: @escaping PresentationCompletion) {
    switch habit {
    case .calls: completion()
    case .callsTwice:
      completion()
      completion()
    case .keeps:
      kept.append(completion)
      waiting?.resume()
      waiting = nil
    case .drops: break
    }
  }
}
