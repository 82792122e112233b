/// Routes, or what belongs to them, in the order in which they came; each is found by its
/// identifier.
///
/// What comes or goes takes the same time, however many there are, if all of them share the time in
/// which holes are closed.
struct OrderedRoutes<Element> {
  /// The elements, and holes where some were; the last is none.
  private var slots: [(id: RouteID, element: Element)?] = []
  private var places: [RouteID: Int] = [:]

  var isEmpty: Bool { places.isEmpty }

  /// The latest of them.
  var last: Element? { slots.last.flatMap { $0?.element } }

  /// All of them, in order.
  var elements: [Element] { slots.compactMap { $0?.element } }

  func contains(_ id: RouteID) -> Bool { places[id] != nil }

  /// Adds an element behind all others; there is none with its identifier.
  mutating func append(_ element: Element, _ id: RouteID) {
    places[id] = slots.count
    slots.append((id, element))
  }

  /// Removes the element with an identifier.
  /// - Returns: the element, if it was there.
  @discardableResult
  mutating func remove(_ id: RouteID) -> Element? {
    guard let place = places.removeValue(forKey: id) else { return nil }
    let element = slots[place]?.element
    slots[place] = nil
    while case .some(.none) = slots.last { slots.removeLast() }
    if slots.count > 2 * places.count + 16 { closeHoles() }
    return element
  }

  private mutating func closeHoles() {
    slots.removeAll { $0 == nil }
    for (place, slot) in slots.enumerated() {
      if let slot { places[slot.id] = place }
    }
  }
}
