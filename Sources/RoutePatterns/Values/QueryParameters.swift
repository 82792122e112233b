/// The parameters of a query, in its order, names as often as they stand there.
public struct QueryParameters: Hashable, Sendable {
  /// The query as it stands in a URL, without its question mark and without empty parameters.
  ///
  /// Its parameters are read from it at each use: most are never asked for.
  public private(set) var text = ""
  /// Whether they are the fields of a form, so that errors say so; it is no part of their value.
  package var isForm = false

  /// No parameters.
  public init() {}

  /// Reads a query as it stands in a URL, without its question mark.
  ///
  /// Parameters are separated by `&`; empty ones are left out. They are decoded as browsers decode
  /// those of forms: `+` is a space, a percent sign that begins no escape stands for itself, and
  /// what is not UTF-8 becomes U+FFFD.
  public init(parsing query: some StringProtocol) {
    let separator = UInt8(ascii: "&")
    var (last, hasEmpty) = (separator, false)
    for byte in query.utf8 {
      hasEmpty = hasEmpty || byte == separator && last == separator
      last = byte
    }
    hasEmpty = hasEmpty || last == separator
    text = hasEmpty ? query.split(at: separator).joined(separator: "&") : String(query)
  }

  /// Whether there are none.
  public var isEmpty: Bool { text.isEmpty }

  /// The decoded names, each once, in the order they first stand in.
  public var names: [String] {
    var known: Set<BytewiseText> = []
    return items.map(\.decodedName).filter { known.insert(BytewiseText($0)).inserted }
  }

  /// The first decoded value of a name: empty for a name without `=`.
  ///
  /// Setting it leaves one parameter of the name; setting `nil` leaves none.
  public subscript(name: String) -> String? {
    get { items.first { $0.isNamed(name) }?.decodedValue }
    set {
      var texts: [Substring] = []
      var first: Int?
      for item in items {
        if item.isNamed(name) { first = first ?? texts.count } else { texts.append(item.text) }
      }
      guard first != nil || newValue != nil else { return }
      if let newValue { texts.insert(Self.item(name, newValue)[...], at: first ?? texts.count) }
      text = texts.joined(separator: "&")
    }
  }

  /// All decoded values of a name, in order.
  public func values(of name: String) -> [String] {
    items.filter { $0.isNamed(name) }.map(\.decodedValue)
  }

  /// All values of a name as they stand in the URL, in order.
  public func rawValues(of name: String) -> [String] {
    items.filter { $0.isNamed(name) }.map { String($0.value) }
  }

  /// Adds all parameters of others, in the place of those with their names.
  mutating func replace(with others: QueryParameters) {
    let names = Set(others.items.map { BytewiseText($0.decodedName) })
    text = items.filter { !names.contains(BytewiseText($0.decodedName)) }
      .map(\.text).joined(separator: "&")
    for item in others.items { append(item.decodedName, value: item.decodedValue) }
  }

  /// Adds a parameter behind the others.
  public mutating func append(_ name: String, value: String) {
    text += (isEmpty ? "" : "&") + Self.item(name, value)
  }

  /// All names and values, decoded.
  package var decoded: [(String, String)] { items.map { ($0.decodedName, $0.decodedValue) } }

  private static func item(_ name: String, _ value: String) -> String {
    "\(PercentCoding.encoded(name))=\(PercentCoding.encoded(value))"
  }
}

extension QueryParameters {
  /// Whether two have the same text, byte for byte: what combines with a separator is not it.
  public static func == (one: QueryParameters, other: QueryParameters) -> Bool {
    one.text.hasSameBytes(as: other.text)
  }

  /// Hashes the text.
  public func hash(into hasher: inout Hasher) { hasher.combine(BytewiseText(text)) }

  /// The part of a request that they come from.
  var source: ParameterSource { isForm ? .form : .query }

  private var items: Items { Items(rest: text[...]) }

  /// The parameters of a text, one after another.
  private struct Items: Sequence, IteratorProtocol {
    var rest: Substring

    mutating func next() -> Item? {
      guard !rest.isEmpty else { return nil }
      let end = rest.utf8.firstIndex(of: UInt8(ascii: "&")) ?? rest.endIndex
      defer { rest = Substring(rest.utf8[end...].dropFirst()) }
      return Item(text: rest[..<end])
    }
  }

  /// A name with its value, percent-encoded; a name without `=` has an empty one.
  ///
  /// Separators are bytes: what combines with one is no part of it.
  private struct Item {
    let text: Substring

    private var nameEnd: Substring.Index {
      text.utf8.firstIndex(of: UInt8(ascii: "=")) ?? text.endIndex
    }

    var name: Substring { text[..<nameEnd] }
    var value: Substring { Substring(text.utf8[nameEnd...].dropFirst()) }
    var decodedName: String { Self.decoded(name) }
    var decodedValue: String { Self.decoded(value) }

    func isNamed(_ name: String) -> Bool {
      // Most names are plain, and compared as they are.
      let own = self.name
      let isPlain = own.utf8.allSatisfy { $0 != UInt8(ascii: "%") && $0 != UInt8(ascii: "+") }
      return isPlain ? own.hasSameBytes(as: name) : Self.decoded(own).hasSameBytes(as: name)
    }

    private static func decoded(_ raw: Substring) -> String {
      raw.decodingPercent(options: .plusIsSpace)
        ?? String(
          decoding: PercentCoding.decodedBytes(raw.utf8, options: .plusIsSpace),
          as: UTF8.self
        )
    }
  }
}

extension QueryParameters: ExpressibleByDictionaryLiteral {
  /// Makes parameters of names and decoded values, in this order; a name may stand several times.
  public init(dictionaryLiteral elements: (String, String)...) {
    text = elements.map { Self.item($0, $1) }.joined(separator: "&")
  }
}

extension QueryParameters: CustomStringConvertible {
  /// The query as it stands in a URL.
  public var description: String { text }
}
