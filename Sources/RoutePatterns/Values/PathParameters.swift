/// The parameters that a pattern took from a path, in its order.
public struct PathParameters: Hashable, Sendable {
  /// A parameter with its value.
  package struct Item: Hashable, Sendable {
    var name: String
    var value: ParameterValue
  }

  private enum Source: Sendable {
    case items([Item])
    /// Those of a match, some of which were set since.
    indirect case changed([Item], of: any MatchedValues)
    /// The match that the values are read from when they are asked for.
    case match(any MatchedValues)
  }

  private var source: Source

  /// No parameters.
  public init() { source = .items([]) }

  init(items: [Item]) { source = .items(items) }

  /// The parameters of a match, which are made of it when they are asked for.
  @inline(__always)
  init(of match: any MatchedValues) { source = .match(match) }

  // A handful of items: a scan of them beats a dictionary, and keeps their order.
  var items: [Item] {
    switch source {
    case .items(let items), .changed(let items, of: _): items
    case .match(let match): match.items
    }
  }

  /// The pattern that they were taken by, as text, and all of its names; `nil` for none.
  var pattern: (text: String, names: [String])? { match?.pattern }

  private var match: (any MatchedValues)? {
    switch source {
    case .items: nil
    case .changed(_, of: let match), .match(let match): match
    }
  }

  /// Whether they have the same names and values, in the same order.
  public static func == (one: Self, other: Self) -> Bool { one.items == other.items }

  /// Hashes the names and the values.
  public func hash(into hasher: inout Hasher) { hasher.combine(items) }

  /// The names, in the order of the pattern.
  public var names: [String] { items.map(\.name) }

  /// Whether there are none.
  public var isEmpty: Bool { items.isEmpty }

  /// The decoded value of a parameter, or `nil` when it took no part or is not UTF-8.
  public subscript(name: String) -> String? {
    get { value(of: name)?.text }
    set { setValue(newValue.map { ParameterValue($0) }, of: name) }
  }

  /// Returns the value of a parameter in all its forms, or `nil` when it took no part.
  public func value(of name: String) -> ParameterValue? {
    switch source {
    case .items(let items), .changed(let items, of: _):
      items.first { $0.name.hasSameBytes(as: name) }?.value
    case .match(let match): match.value(of: name)
    }
  }

  /// Gives a parameter a value, or takes it away.
  public mutating func setValue(_ value: ParameterValue?, of name: String) {
    var items = items
    let match = match
    // The only reference, so that the items are not copied.
    source = .items([])
    defer { source = match.map { .changed(items, of: $0) } ?? .items(items) }
    let index = items.firstIndex { $0.name.hasSameBytes(as: name) }
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
    self.init()
    for (name, value) in elements { self[name] = value }
  }
}

extension PathParameters: CustomStringConvertible {
  /// The parameters as they stand in the URL.
  public var description: String {
    "[\(items.map { "\($0.name): \($0.value.raw)" }.joined(separator: ", "))]"
  }
}

/// A match, whose values are made when they are asked for.
protocol MatchedValues: AnyObject, Sendable {
  /// The parameters that took part in it, in the order of its pattern.
  var items: [PathParameters.Item] { get }
  /// The pattern, as text, and the names of all its parameters.
  var pattern: (text: String, names: [String]) { get }

  /// Returns the value of a parameter, or `nil` if it took no part.
  func value(of name: String) -> ParameterValue?
}
