import NavigationTree

/// A page of a UI kit that shows nothing.
@MainActor class HostPage {
  let name: String
  /// For a navigation controller, its stack; else nothing.
  fileprivate(set) var stack: [HostPage] = []
  fileprivate(set) weak var navigation: HostPage?
  fileprivate(set) var presented: HostPage?
  fileprivate(set) weak var presenting: HostPage?

  init(_ name: String) { self.name = name }

  /// A navigation controller.
  convenience init(stack: [HostPage]) {
    self.init("nav(\(stack.first?.name ?? ""))")
    self.stack = stack
    for page in stack { page.navigation = self }
  }

  /// What lies over all else that began with this page.
  fileprivate var topmost: HostPage { (presented ?? stack.last)?.topmost ?? self }

  /// The navigation controller that the page is or is in.
  fileprivate var nearestNavigation: HostPage? { stack.isEmpty ? navigation : self }

  /// Whether the page, or the navigation controller it is in, lies over another.
  var isModal: Bool { (navigation ?? self).presenting != nil }
}

/// A host that keeps pages as a UI kit does, and writes down what it is asked for.
@MainActor final class RecordingHost: PresentationHost {
  /// What becomes of completions.
  enum Habit: Sendable { case calls, callsTwice, keeps, drops }

  var root: HostPage?
  var habit = Habit.calls
  var journal: [String] = []
  /// What makes the pages that the host knows by name.
  var pages: [String: @MainActor (String) -> HostPage] = ["Book": { HostPage($0) }]
  private var kept: [PresentationCompletion] = []
  private var waiting: CheckedContinuation<Void, Never>?

  init(root: HostPage?) { self.root = root }

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

  func makeController(named name: String, in container: String?) throws -> HostPage {
    guard let make = pages[name] else { throw PresentationError.unknownName(name, in: container) }
    journal.append("make \(name)" + (container.map { " of \($0)" } ?? ""))
    return make(name)
  }

  func makeNavigationController(around controller: HostPage) -> HostPage {
    journal.append("embed \(controller.name)")
    return HostPage(stack: [controller])
  }

  var presentingController: HostPage? { root?.topmost }

  func show(
    _ controller: HostPage,
    from presenting: HostPage,
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
    _ controller: HostPage,
    from presenting: HostPage,
    completion: @escaping PresentationCompletion
  ) {
    journal.append("show detail \(controller.name) from \(presenting.name)")
    lay(controller, over: presenting)
    finish(completion)
  }

  func present(
    _ controller: HostPage,
    from presenting: HostPage,
    animated: Bool,
    completion: @escaping PresentationCompletion
  ) {
    journal.append("present \(controller.name) from \(presenting.name)\(suffix(animated))")
    lay(controller, over: presenting)
    finish(completion)
  }

  func push(
    _ controller: HostPage,
    from presenting: HostPage,
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
    from controller: HostPage,
    animated: Bool,
    completion: @escaping PresentationCompletion
  ) -> HostPage? {
    let navigation = controller.nearestNavigation
    let rest = navigation.map { max($0.stack.count - 1, 1) }
    return cut(navigation, to: rest, animated, completion).last
  }

  @discardableResult
  func pop(
    to controller: HostPage,
    animated: Bool,
    completion: @escaping PresentationCompletion
  ) -> [HostPage] {
    let navigation = controller.navigation
    let place = navigation?.stack.firstIndex { $0 === controller }
    return cut(navigation, to: place.map { $0 + 1 }, animated, completion)
  }

  @discardableResult
  func popToRoot(
    from controller: HostPage,
    animated: Bool,
    completion: @escaping PresentationCompletion
  ) -> [HostPage] {
    cut(controller.nearestNavigation, to: 1, animated, completion)
  }

  @discardableResult
  func dismiss(
    from controller: HostPage,
    animated: Bool,
    completion: @escaping PresentationCompletion
  ) -> HostPage? {
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

  private func add(_ controller: HostPage, to navigation: HostPage) {
    navigation.stack.append(controller)
    controller.navigation = navigation
  }

  private func lay(_ controller: HostPage, over presenting: HostPage) {
    let below = presenting.navigation ?? presenting
    below.presented = controller
    controller.presenting = below
  }

  /// Takes all from a stack but the lowest.
  private func cut(
    _ navigation: HostPage?,
    to count: Int?,
    _ animated: Bool,
    _ completion: @escaping PresentationCompletion
  ) -> [HostPage] {
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
