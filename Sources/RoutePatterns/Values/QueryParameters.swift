/// The parameters of a query, in its order, names as often as they stand there.
public struct QueryParameters: Hashable, Sendable {
  /// A name with its value, percent-encoded; a name without `=` has none.
  struct Item: Hashable, Sendable {
    var name: String
    var value: String?
  }

  private(set) var items: [Item] = []

  /// No parameters.
  public init() {}

  init(items: [Item]) { self.items = items }

  /// Reads a query as it stands in a URL, without its question mark.
  ///
  /// Parameters are separated by `&`; empty ones are left out. They are decoded as browsers decode
  /// those of forms: `+` is a space, a percent sign that begins no escape stands for itself, and
  /// what is not UTF-8 becomes U+FFFD.
  public init(parsing query: some StringProtocol) {
    items = query.split(at: UInt8(ascii: "&")).map { pair in
      guard let equals = pair.utf8.firstIndex(of: UInt8(ascii: "=")) else {
        return Item(name: String(pair))
      }
      return Item(
        name: String(pair[..<equals]),
        value: String(pair[pair.utf8.index(after: equals)...])
      )
    }
  }

  /// Whether there are none.
  public var isEmpty: Bool { items.isEmpty }

  /// The decoded names, each once, in the order they first stand in.
  public var names: [String] {
    // A query can have thousands.
    var known: Set<String> = []
    return items.map { Self.decoded($0.name) }.filter { known.insert($0).inserted }
  }

  /// The first decoded value of a name: empty for a name without `=`.
  ///
  /// Setting it leaves one parameter of the name; setting `nil` leaves none.
  public subscript(name: String) -> String? {
    get { items.first { Self.isNamed($0, name) }.map { Self.decoded($0.value ?? "") } }
    set {
      let first = items.firstIndex { Self.isNamed($0, name) } ?? items.count
      items.removeAll { Self.isNamed($0, name) }
      guard let newValue else { return }
      items.insert(Self.item(name, newValue), at: first)
    }
  }

  /// All decoded values of a name, in order.
  public func values(of name: String) -> [String] {
    items.filter { Self.isNamed($0, name) }.map { Self.decoded($0.value ?? "") }
  }

  /// All values of a name as they stand in the URL, in order.
  public func rawValues(of name: String) -> [String] {
    items.filter { Self.isNamed($0, name) }.map { $0.value ?? "" }
  }

  /// Adds a parameter behind the others.
  public mutating func append(_ name: String, value: String) {
    items.append(Self.item(name, value))
  }

  /// The query as it stands in a URL, without its question mark.
  public var text: String {
    items.map { item in item.value.map { "\(item.name)=\($0)" } ?? item.name }
      .joined(separator: "&")
  }

  /// All names and values, decoded.
  package var decoded: [(String, String)] {
    items.map { (Self.decoded($0.name), Self.decoded($0.value ?? "")) }
  }

  private static func item(_ name: String, _ value: String) -> Item {
    Item(name: PercentCoding.encoded(name), value: PercentCoding.encoded(value))
  }

  private static func isNamed(_ item: Item, _ name: String) -> Bool {
    // Most names are plain, and compared as they are. A query can have thousands.
    let isPlain = item.name.utf8.allSatisfy { $0 != UInt8(ascii: "%") && $0 != UInt8(ascii: "+") }
    return isPlain ? item.name == name : decoded(item.name) == name
  }

  private static func decoded(_ raw: String) -> String {
    raw.decodingPercent(options: .plusIsSpace)
      ?? String(
        decoding: PercentCoding.decodedBytes(raw.utf8, options: .plusIsSpace),
        as: UTF8.self
      )
  }
}

extension QueryParameters: ExpressibleByDictionaryLiteral {
  /// Makes parameters of names and decoded values, in this order; a name may stand several times.
  public init(dictionaryLiteral elements: (String, String)...) {
    items = elements.map { Self.item($0, $1) }
  }
}

extension QueryParameters: CustomStringConvertible {
  /// The query as it stands in a URL.
  public var description: String { text }
}
