/// A list of patterns, each with a value, that finds those that a URL matches.
///
///     let list = URLPatternList<String>(order: .specificity)
///     try list.add(URLPattern(parsing: "https://*.example.com/books/:id"), value: "a book")
///     let id = try list.add(URLPattern(.init(pathname: "/books/new")), value: "a new book")
///     try list.first(in: "https://shop.example.com/books/42")?.value       // "a book"
///     list.dispose(id)
///
/// It gives what a loop over its patterns would, and asks few of them: an index of hosts and paths
/// tells which. It can be asked on any number of threads while others change it, who wait for each
/// other; each answer is about the patterns of one moment.
public final class URLPatternList<Value: Sendable>: Sendable {
  /// The orders in which the patterns of a list are asked.
  public enum Order: Hashable, Sendable {
    /// As they were added.
    case insertion
    /// The most specific first, component by component as `URLPattern.specificity(comparedTo:)`
    /// says; of those alike the one that was added first.
    case specificity
  }

  /// The identifier of what was added, which nothing else in the program has.
  public struct ID: Hashable, Sendable {
    let number: UInt64
  }

  /// A pattern of a list, with its value.
  public struct Entry: Sendable, Identifiable {
    /// The identifier to dispose of it by.
    public let id: ID
    /// The pattern.
    public let pattern: URLPattern
    /// The value that was added with it.
    public let value: Value
  }

  /// A pattern that is to be added, with its value.
  public struct Addition: Sendable {
    /// The pattern.
    public var pattern: URLPattern
    /// The value that is found with it.
    public var value: Value

    /// Makes an addition.
    public init(_ pattern: URLPattern, value: Value) {
      self.pattern = pattern
      self.value = value
    }
  }

  /// The order in which the patterns are asked.
  public let order: Order
  let table: PatternTable

  /// Makes a list without patterns.
  public init(order: Order = .insertion) {
    self.order = order
    table = PatternTable(isRanked: order == .specificity)
  }
}

// MARK: - Changes

extension URLPatternList {
  /// Adds a pattern; one that is there already is there once more.
  ///
  /// - Parameters:
  ///   - pattern: the pattern.
  ///   - value: what is found with it.
  /// - Returns: the identifier to dispose of it by.
  @discardableResult
  public func add(_ pattern: URLPattern, value: Value) -> ID {
    let numbers = table.add([pattern]) { number, _, rank in
      ListedValue(number, pattern, rank: rank, value)
    }
    return ID(number: numbers[0])
  }

  /// Adds patterns in one step: who asks meanwhile sees all of them, or none.
  ///
  /// - Returns: the identifiers, in the same order.
  @discardableResult
  public func add(contentsOf patterns: some Sequence<Addition>) -> [ID] {
    let added = Array(patterns)
    let numbers = table.add(added.map(\.pattern)) { number, position, rank in
      ListedValue(number, added[position].pattern, rank: rank, added[position].value)
    }
    return numbers.map(ID.init(number:))
  }

  /// Removes what was added under an identifier.
  ///
  /// - Returns: whether it was there.
  @discardableResult
  public func dispose(_ id: ID) -> Bool { dispose([id]) == 1 }

  /// Removes what was added under identifiers, in one step.
  ///
  /// - Returns: how many of them were there.
  @discardableResult
  public func dispose(_ ids: some Sequence<ID>) -> Int { table.remove(ids.map(\.number)) }

  /// Removes all patterns that are equal to one, in one step.
  ///
  /// - Returns: how many there were.
  @discardableResult
  public func remove(_ pattern: URLPattern) -> Int { table.remove(pattern) }

  /// Removes all patterns, in one step.
  public func removeAll() { table.removeAll() }
}

// MARK: - Contents

extension URLPatternList {
  /// The number of patterns.
  public var count: Int { table.count }

  /// Whether there are no patterns.
  public var isEmpty: Bool { count == 0 }

  /// The patterns with their values, in the order in which they are asked.
  public var entries: [Entry] { table.all.map { Entry($0) } }
}

extension URLPatternList.Entry {
  /// Takes what a list of the same type has listed.
  init(_ listed: ListedPattern) {
    id = URLPatternList.ID(number: listed.number)
    pattern = listed.pattern
    value = Self.value(of: listed)
  }

  /// The value that was added with a pattern of a list of the same type.
  static func value(of listed: ListedPattern) -> Value {
    // A list holds nothing else, and a checked cast takes longer than the look.
    unsafe unsafeDowncast(listed, to: ListedValue<Value>.self).value
  }
}
