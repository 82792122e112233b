/// The parameters that a pattern took from a path, in its order.
public struct PathParameters: Hashable, Sendable {
  /// A parameter with its value.
  struct Item: Hashable, Sendable {
    var name: String
    var value: ParameterValue
  }

  // A handful of items: a scan of them beats a dictionary, and keeps their order.
  private(set) var items: [Item] = []

  /// No parameters.
  public init() {}

  init(items: [Item]) { self.items = items }

  /// The names, in the order of the pattern.
  public var names: [String] { items.map(\.name) }

  /// Whether there are none.
  public var isEmpty: Bool { items.isEmpty }

  /// The decoded value of a parameter; nothing when it took no part, or is not UTF-8.
  public subscript(name: String) -> String? {
    get { value(of: name)?.text }
    set { setValue(newValue.map { ParameterValue($0) }, of: name) }
  }

  /// The value of a parameter in all its forms; nothing when it took no part.
  public func value(of name: String) -> ParameterValue? {
    items.first { $0.name == name }?.value
  }

  /// Gives a parameter a value, or takes it away.
  public mutating func setValue(_ value: ParameterValue?, of name: String) {
    let index = items.firstIndex { $0.name == name }
    switch (index, value) {
    case (let index?, let value?): items[index].value = value
    case (let index?, nil): items.remove(at: index)
    case (nil, let value?): items.append(Item(name: name, value: value))
    case (nil, nil): break
    }
  }
}

extension PathParameters: ExpressibleByDictionaryLiteral {
  /// Makes parameters of names and decoded values; the last of equal names counts.
  public init(dictionaryLiteral elements: (String, String)...) {
    for (name, value) in elements { self[name] = value }
  }
}

extension PathParameters: CustomStringConvertible {
  /// The parameters as they stand in the URL.
  public var description: String {
    "[\(items.map { "\($0.name): \($0.value.raw)" }.joined(separator: ", "))]"
  }
}
