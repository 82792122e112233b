/// Opens one more element, within the last one.
public struct PushElementAction: NavigationAction {
  /// The element that is added at the end of the route.
  public let element: RouteElement
  /// Whether the push is animated.
  public let animated: Bool
  /// Whether the screen shows it already.
  public let isShown: Bool
  /// The data of the new route from then on.
  public let data: (any Sendable)?

  /// Makes an action that adds an element.
  public init(
    _ element: RouteElement,
    animated: Bool = true,
    isShown: Bool = false,
    data: (any Sendable)? = nil
  ) {
    self.element = element
    self.animated = animated
    self.isShown = isShown
    self.data = data
  }

  /// Adds the element.
  public func apply(to state: inout NavigationState) {
    state.setRoute(state.route + [element], animated: animated, isShown: isShown, data: data)
  }
}

/// Closes the last element, or several from the end.
public struct PopElementAction: NavigationAction {
  /// The number of elements that are removed.
  public let count: Int
  /// Whether the pops are animated.
  public let animated: Bool
  /// Whether the screen has closed them already.
  public let isShown: Bool

  /// Makes an action that removes elements from the end.
  public init(count: Int = 1, animated: Bool = true, isShown: Bool = false) {
    self.count = count
    self.animated = animated
    self.isShown = isShown
  }

  /// Removes the elements; refuses to remove more than there are.
  public func apply(to state: inout NavigationState) throws(RouteActionError) {
    guard 0...state.route.count ~= count else {
      throw RouteActionError(.pop(count: count), route: state.route)
    }
    state.setRoute(Array(state.route.dropLast(count)), animated: animated, isShown: isShown)
  }
}

/// Closes all elements within an element, which becomes the last one.
public struct PopToElementAction: NavigationAction {
  /// The way in which the element is found.
  private enum Goal {
    case element(RouteElement)
    case index(Int)
  }

  private let goal: Goal
  /// Whether the pops are animated.
  public let animated: Bool
  /// Whether the screen has closed the elements already.
  public let isShown: Bool

  /// Makes an action that goes back to an element; of several alike, to the nearest from the end.
  public init(_ element: RouteElement, animated: Bool = true, isShown: Bool = false) {
    goal = .element(element)
    self.animated = animated
    self.isShown = isShown
  }

  /// Makes an action that goes back to the element at an index.
  public init(at index: Int, animated: Bool = true, isShown: Bool = false) {
    goal = .index(index)
    self.animated = animated
    self.isShown = isShown
  }

  /// Goes back to the element; refuses if there is none.
  public func apply(to state: inout NavigationState) throws(RouteActionError) {
    let last = try index(in: state.route)
    state.setRoute(Array(state.route[...last]), animated: animated, isShown: isShown)
  }

  private func index(in route: Route) throws(RouteActionError) -> Int {
    switch goal {
    case .element(let element):
      guard let index = route.lastIndex(of: element) else {
        throw RouteActionError(.noElement(element), route: route)
      }
      return index
    case .index(let index):
      guard route.indices.contains(index) else {
        throw RouteActionError(.noIndex(index), route: route)
      }
      return index
    }
  }
}

/// Replaces one element by another.
///
/// The elements after it stay in the route, which means that they are closed and opened anew within
/// the new one; if they belong to the old one, as the screens of a tab do, drop them.
public struct ChangeElementAction: NavigationAction {
  /// The index of the element that is changed; `nil` for the last one.
  public let index: Int?
  /// The element that replaces it.
  public let element: RouteElement
  /// Whether the elements after it are removed.
  public let droppingRest: Bool
  /// Whether the change is animated.
  public let animated: Bool
  /// Whether the screen shows it already.
  public let isShown: Bool
  /// The data of the new route from then on.
  public let data: (any Sendable)?

  /// Makes an action that changes one element.
  public init(
    at index: Int? = nil,
    to element: RouteElement,
    droppingRest: Bool = false,
    animated: Bool = true,
    isShown: Bool = false,
    data: (any Sendable)? = nil
  ) {
    self.index = index
    self.element = element
    self.droppingRest = droppingRest
    self.animated = animated
    self.isShown = isShown
    self.data = data
  }

  /// Changes the element; refuses if there is none.
  public func apply(to state: inout NavigationState) throws(RouteActionError) {
    var route = state.route
    guard index != nil || !route.isEmpty else {
      throw RouteActionError(.emptyRoute, route: route)
    }
    let place = index ?? route.count - 1
    guard route.indices.contains(place) else {
      throw RouteActionError(.noIndex(place), route: route)
    }
    if droppingRest { route.removeSubrange((place + 1)...) }
    route[place] = element
    state.setRoute(route, animated: animated, isShown: isShown, data: data)
  }
}
