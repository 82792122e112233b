import NavigationTree
import RoutePatterns

/// Something shown by a drawn tree: it knows where it stands, and which of those that stood there it is.
final class Prop: Sendable {
  let node: Int
  let serial: Int

  init(node: Int, serial: Int) {
    self.node = node
    self.serial = serial
  }
}

/// What is shown for one node.
struct Facet: Equatable {
  /// Which presentable is there; none is 0.
  var serial = 0
  var parameters: RouteParameters?
  var options: [Int] = []
  var selection: Int?
  var list: [Int] = []
  var modal: Int?

  var isLive: Bool { serial > 0 }
}

/// What has been called, for comparing two runs.
struct StageEvent: Equatable {
  enum Kind {
    case create, root, configure, options, select, prepare, list, present, dismiss, unwind
  }

  let kind: Kind
  let node: Int
  var others: [Int] = []
  var parameters: RouteParameters?
}

/// Rebuilds what is visible from what presenters are called with, and notices what they should not be called with.
///
/// What is visible already it does not note: at each request presenters are called with that again, once.
///
/// Only presenters touch it, one thread at a time, hence `@unchecked`; the thread sanitizer sees when it is not so.
final class Screen: @unchecked Sendable {
  let sketch: Sketch
  /// What is shown for each node.
  private(set) var facets: [Facet]
  private(set) var root: Int?
  private(set) var events: [StageEvent] = []
  private(set) var fault: String?
  /// What was called with what is visible already, since events were taken.
  private var repeated: [StageEvent] = []
  /// Whether events are taken after each request.
  var isPlayedByOne = true
  private var lastSerial = 0

  init(_ sketch: Sketch) {
    self.sketch = sketch
    facets = Array(repeating: Facet(), count: sketch.nodes.count)
  }

  // MARK: - Callbacks

  func create(_ node: Int) -> Prop {
    note(.create, node)
    if facets[node].isLive { fail("\(node) is created, and is there already") }
    lastSerial += 1
    // A container that was hidden, and whose content has gone, begins anew.
    facets[node] = Facet(serial: lastSerial)
    return Prop(node: node, serial: lastSerial)
  }

  func setRoot(_ prop: Prop) {
    if root == prop.node, !sketch.nodes[0].hasPresentable { return noteAgain(.root, prop.node) }
    note(.root, prop.node)
    require(prop)
    let stands = sketch.nodes[0].hasPresentable ? 0 : facets[0].selection
    if root == prop.node, sketch.nodes[0].hasPresentable { fail("the root is set twice") }
    if prop.node != stands { fail("\(prop.node) is set as the root") }
    root = prop.node
  }

  func configure(_ prop: Prop, _ parameters: RouteParameters) {
    events.append(StageEvent(kind: .configure, node: prop.node, parameters: parameters))
    require(prop)
    if facets[prop.node].parameters == parameters { fail("\(prop.node) is configured for nothing") }
    facets[prop.node].parameters = parameters
  }

  func setOptions(_ options: [Prop], of prop: Prop) {
    note(.options, prop.node, options.map(\.node))
    require(prop, options)
    if !facets[prop.node].options.isEmpty { fail("\(prop.node) has its options already") }
    facets[prop.node].options = options.map(\.node)
  }

  /// Selects an option in a container, if that has a presentable.
  func select(_ option: Prop, in node: Int, _ prop: Prop?) {
    if facets[node].selection == option.node, isThere(option) {
      return noteAgain(.select, node, [option.node])
    }
    note(.select, node, [option.node])
    require(option)
    if let prop { require(prop) }
    facets[node].selection = option.node
  }

  func prepare(_ root: Prop, of prop: Prop) {
    note(.prepare, prop.node, [root.node])
    require(prop, [root])
    if facets[prop.node].list.first == root.node { fail("\(prop.node) has this root already") }
    facets[prop.node].list = [root.node]
  }

  func setStack(_ list: [Prop], of prop: Prop) {
    let nodes = list.map(\.node)
    // After its root was prepared, a stack may be set to this root.
    let isPrepared = events.last?.kind == .prepare
    if facets[prop.node].list == nodes, !isPrepared, list.allSatisfy(isThere) {
      return noteAgain(.list, prop.node, nodes)
    }
    note(.list, prop.node, nodes)
    require(prop, list)
    if let root = nodes.first, facets[prop.node].list.first != root {
      fail("\(prop.node) has a root unprepared")
    }
    facets[prop.node].list = nodes
  }

  func present(_ modal: Prop, over prop: Prop) {
    if facets[prop.node].modal == modal.node, isThere(modal) {
      return noteAgain(.present, prop.node, [modal.node])
    }
    note(.present, prop.node, [modal.node])
    require(prop, [modal])
    if facets[prop.node].modal != nil { fail("\(prop.node) has a modal already") }
    facets[prop.node].modal = modal.node
  }

  func dismiss(_ modal: Prop, from prop: Prop) {
    note(.dismiss, prop.node, [modal.node])
    require(prop, [modal])
    // The user may have closed it.
    if let open = facets[prop.node].modal, open != modal.node {
      fail("\(modal.node) is no modal of \(prop.node)")
    }
    if let open = (modal.node..<sketch.ends[modal.node]).first(where: { facets[$0].modal != nil }) {
      fail("\(modal.node) goes before the modal of \(open) within it")
    }
    facets[prop.node].modal = nil
  }

  func unwind(_ prop: Prop) {
    note(.unwind, prop.node)
    require(prop)
    let node = prop.node
    if let within = (node + 1..<sketch.ends[node]).first(where: { facets[$0].serial > 0 }) {
      fail("\(node) unwinds before \(within) within it")
    }
    if sketch.nodes[node].role == .modal, let owner = sketch.nodes[node].parent,
      facets[owner].modal == node
    {
      fail("\(node) unwinds while it is open")
    }
    facets[node] = Facet()
    if node == root { root = nil }
    guard let parent = sketch.nodes[node].parent else { return }
    // An option that has gone is seen no more; there is no call that says so.
    if facets[parent].selection == node { facets[parent].selection = nil }
    if sketch.nodes[parent].kind == .fork { facets[parent].options = [] }
  }

  // MARK: - Gestures

  /// What a finger does, which no presenter is called for.
  func swipe(_ gesture: Gesture) {
    switch gesture {
    case .pop(let stack, let top):
      let list = facets[stack].list
      facets[stack].list = Array(list[...(list.firstIndex(of: top) ?? 0)])
    case .dismiss(let owner):
      // With a modal go those that are open within it.
      guard let modal = facets[owner].modal else { break }
      facets[owner].modal = nil
      for node in modal..<sketch.ends[modal] { facets[node].modal = nil }
    case .select(let option, let fork): facets[fork].selection = option
    }
  }

  /// The presentable that stands for a node.
  func live(_ node: Int) -> Prop? {
    facets[node].isLive ? Prop(node: node, serial: facets[node].serial) : nil
  }

  func takeEvents() -> [StageEvent] {
    defer {
      events.removeAll(keepingCapacity: true)
      repeated.removeAll(keepingCapacity: true)
    }
    return events
  }

  private func note(_ kind: StageEvent.Kind, _ node: Int, _ others: [Int] = []) {
    events.append(StageEvent(kind: kind, node: node, others: others))
  }

  /// Takes a call that shows nothing new: at each request there may be one of its kind for a node, and none beside
  /// one that does.
  private func noteAgain(_ kind: StageEvent.Kind, _ node: Int, _ others: [Int] = []) {
    guard isPlayedByOne else { return }
    let isSame = { (event: StageEvent) in event.kind == kind && event.node == node }
    if repeated.contains(where: isSame) || events.contains(where: isSame) {
      fail("\(node) is called twice with what it shows: \(kind) \(others)")
    }
    repeated.append(StageEvent(kind: kind, node: node, others: others))
  }

  private func isThere(_ prop: Prop) -> Bool { facets[prop.node].serial == prop.serial }

  private func require(_ prop: Prop, _ others: [Prop] = []) {
    if facets[prop.node].serial != prop.serial { fail("\(prop.node) is used and not there") }
    for other in others where facets[other.node].serial != other.serial {
      fail("\(other.node) is shown and not there")
    }
  }

  private func fail(_ text: String) { if fault == nil { fault = text } }
}

/// What a finger can do without the store.
enum Gesture: Sendable, Equatable {
  /// Takes away all of a stack that is above one of its endpoints.
  case pop(stack: Int, to: Int)
  /// Takes the modal of an endpoint away.
  case dismiss(Int)
  /// Taps on an option of a fork.
  case select(Int, in: Int)
}
