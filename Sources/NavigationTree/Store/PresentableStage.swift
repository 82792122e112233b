/// The presentables of a store: makes them when they are shown, keeps them, and releases them once
/// unwound.
///
/// Only the drain of its store touches it, one thread at a time, hence `@unchecked`.
final class PresentableStage<View>: @unchecked Sendable {
  private let tree: NodeTree
  private let presenters: [NodePresenter<View>]
  private let places: [SourcePlace]
  private let setRoot: (@Sendable (View) -> Void)?
  private let onFault: @Sendable (TreeFault) -> Void
  private var views: [Int: View] = [:]
  /// The list that each stack was last set to.
  private var lists: [Int: [Int]] = [:]
  /// The forks whose options are set.
  private var completeForks: Set<Int> = []

  init(
    _ tree: PresenterTree<View>,
    setRoot: (@Sendable (View) -> Void)?,
    onFault: @escaping @Sendable (TreeFault) -> Void
  ) {
    self.tree = tree.tree
    presenters = tree.presenters
    places = tree.places
    self.setRoot = setRoot
    self.onFault = onFault
  }

  /// Returns the presentable of a node, if it has one.
  func view(of node: Int) -> View? { views[node] }

  /// The nodes that have a presentable, in the order of the tree.
  var nodes: [Int] { views.keys.sorted() }

  /// Carries out the steps to a state, one after the other.
  ///
  /// What stays on the way to the active endpoint is shown once more, from the root on and behind
  /// the removals. With `isShown` it is not, as a gesture has done the part that it can do at once:
  /// closed modals, selected an option, or removed the top of a stack.
  func carryOut(_ steps: [PlannedStep], to state: RouterState, isShown: Bool) {
    let gesture = isShown ? Gesture(steps) : nil
    let filled = Set(steps.compactMap(\.filled))
    let end = isShown ? nil : state.current.flatMap { tree.endpoints[$0.route] }
    let path = end.map { tree.path(to: $0) } ?? []
    // What stands above all that the steps fill is shown before them, and the rest behind them.
    let firstFilled = path.firstIndex(where: filled.contains) ?? 0
    let firstComing = steps.firstIndex { !$0.isRemoval } ?? steps.count
    var index = 0
    while index < steps.count {
      if index == firstComing {
        showAgain(path, 0..<firstFilled, but: filled)
      }
      guard let stack = steps[index].stack else {
        let isDone = gesture?.hasDone(steps[index]) ?? false
        carryOut(steps[index], isDone: isDone)
        index += 1
        continue
      }
      // All changes in one stack are shown at once.
      let end = steps[index...].firstIndex { $0.stack != stack } ?? steps.count
      set(stack, steps[index..<end], isDone: gesture?.hasDone(steps[index]) ?? false)
      index = end
    }
    let firstLeft = firstComing < steps.count ? firstFilled : 0
    showAgain(path, firstLeft..<path.count, but: filled)
  }

  private func carryOut(_ step: PlannedStep, isDone: Bool) {
    switch step {
    case .dismiss(let modal, let owner):
      guard !isDone, case .endpoint(let presenter) = presenters[owner],
        let view = views[modal], let over = views[owner]
      else { return }
      // One that could not be shown has been reported, and is not there.
      if presenter.hasPresentModal, !presenter.hasDismissModal,
        !PresentableDefaults.canPresent(over: over)
      {
        return report(.stuckModal(over: typeName(of: over)), of: modal, over: owner)
      }
      presenter.dismissModal(view, over)
    case .unwind(let node): unwind(node)
    case .select(let option, let node): select(option, in: node, isDone: isDone)
    case .setParameters(let node, let parameters):
      guard case .endpoint(let presenter) = presenters[node], let view = make(node)
      else { return }
      presenter.setParameters(parameters, view)
    case .present(let modal, let owner):
      guard case .endpoint(let presenter) = presenters[owner],
        let over = make(owner), let view = make(modal)
      else { return }
      if !presenter.hasPresentModal, !PresentableDefaults.canPresent(over: over) {
        return report(.hiddenModal(over: typeName(of: over)), of: modal, over: owner)
      }
      presenter.presentModal(view, over)
    case .pop, .change, .push: break
    }
  }

  private func report(_ code: TreeFault.Code, of modal: Int, over owner: Int) {
    onFault(TreeFault(code, route: tree.ids[modal].route, place: places[owner]))
  }

  private func typeName(of view: View) -> String { String(describing: type(of: view)) }

  private func showAgain(_ path: [Int], _ range: Range<Int>, but filled: Set<Int>) {
    for index in range where !filled.contains(path[index]) {
      showAgain(path[index], next: index + 1 < path.count ? path[index + 1] : nil)
    }
  }

  /// Shows once more what a node on the way to the active endpoint shows: the user may have changed
  /// it, and nobody have said so.
  private func showAgain(_ node: Int, next: Int?) {
    switch presenters[node] {
    case .fork, .switcher:
      if let next { show(next, in: node) }
    case .stack(let presenter):
      guard let list = lists[node], let container = views[node] else { return }
      presenter.setStack(list.compactMap { views[$0] }, container)
    case .endpoint(let presenter):
      guard let next, tree.nodes[next].role == .modal, let modal = views[next],
        let over = views[node]
      else { return }
      presenter.presentModal(modal, over)
    }
  }

  // MARK: - Containers

  /// Shows an option, which has been made.
  private func show(_ option: Int, in node: Int) {
    guard let view = views[option] else { return }
    switch presenters[node] {
    case .fork(let presenter):
      if let container = views[node] { presenter.setOptionSelected(view, container) }
    case .switcher(let presenter):
      presenter.setOptionSelected(view, views[node])
      // Without a presentable of its own it stands at the root.
      if node == 0, views[node] == nil { setRoot?(view) }
    case .endpoint, .stack: break
    }
  }

  private func select(_ option: Int, in node: Int, isDone: Bool) {
    switch presenters[node] {
    case .fork(let presenter):
      guard let container = make(node) else { return }
      let isNew = completeForks.insert(node).inserted
      if isNew { presenter.setOptions(tree.children[node].compactMap(make), container) }
      _ = make(option)
      if isNew || !isDone { show(option, in: node) }
    case .switcher:
      _ = make(node)
      _ = make(option)
      show(option, in: node)
    case .endpoint, .stack: break
    }
  }

  private func set(_ stack: Int, _ steps: ArraySlice<PlannedStep>, isDone: Bool) {
    guard case .stack(let presenter) = presenters[stack], let container = make(stack)
    else { return }
    let old = lists[stack] ?? []
    var list = old
    for step in steps {
      switch step {
      case .pop: _ = list.popLast()
      case .change(_, let node, _): list = list.dropLast() + [node]
      case .push(let node, _): list.append(node)
      default: break
      }
    }
    lists[stack] = list
    let views = list.compactMap(make)
    // A gesture can only remove the top of a stack.
    if isDone, old.starts(with: list) { return }
    if let root = views.first, list.first != old.first {
      presenter.prepareRootPresentable(root, container)
    }
    presenter.setStack(views, container)
  }

  // MARK: - Presentables

  private func make(_ node: Int) -> View? {
    if let view = views[node] { return view }
    let view: View? =
      switch presenters[node] {
      case .endpoint(let presenter): presenter.getPresentable()
      case .stack(let presenter): presenter.getPresentable()
      case .fork(let presenter): presenter.getPresentable()
      case .switcher(let presenter): presenter.getPresentable?()
      }
    views[node] = view
    if node == 0, let view { setRoot?(view) }
    return view
  }

  private func unwind(_ node: Int) {
    lists[node] = nil
    if tree.nodes[node].role == .option, let parent = tree.nodes[node].parent {
      completeForks.remove(parent)
    }
    guard let view = views.removeValue(forKey: node) else { return }
    switch presenters[node] {
    case .endpoint(let presenter): presenter.unwind(view)
    case .stack(let presenter): presenter.unwind(view)
    case .fork(let presenter): presenter.unwind(view)
    case .switcher(let presenter): presenter.unwind(view)
    }
  }
}
