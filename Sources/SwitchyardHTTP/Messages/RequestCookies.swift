/// The cookies of a request.
///
///     request.cookies["session"]
public struct RequestCookies: Hashable, Sendable {
  private var items: [(name: Substring, value: Substring)]

  init(_ fields: HeaderFields) {
    items = fields[values: .cookie].flatMap { value in
      value.split(at: UInt8(ascii: ";")).compactMap { Self.item($0) }
    }
  }

  /// The first value of a name, without the quotes that may surround it.
  ///
  /// A browser sends the cookie with the longest path first. The case of a name's letters counts.
  public subscript(name: String) -> String? {
    items.first { $0.name.hasSameBytes(as: name) }.map { String($0.value) }
  }

  /// The names, in the order they came in.
  public var names: [String] { items.map { String($0.name) } }

  private static func item(_ pair: Substring) -> (name: Substring, value: Substring)? {
    guard let equals = pair.utf8.firstIndex(of: UInt8(ascii: "=")) else { return nil }
    let name = pair[..<equals].trimmed
    var value = Substring(pair[pair.utf8.index(after: equals)...].trimmed)
    guard !name.isEmpty else { return nil }
    if value.utf8.count >= 2, value.utf8.first == UInt8(ascii: "\""),
      value.utf8.last == UInt8(ascii: "\"")
    {
      value = Substring(value.utf8.dropFirst().dropLast())
    }
    return (Substring(name), value)
  }

  /// Whether two requests have the same cookies in the same order.
  public static func == (one: RequestCookies, other: RequestCookies) -> Bool {
    one.items.elementsEqual(other.items) {
      $0.name.hasSameBytes(as: $1.name) && $0.value.hasSameBytes(as: $1.value)
    }
  }

  /// Hashes names and values.
  public func hash(into hasher: inout Hasher) {
    for item in items {
      hasher.combine(BytewiseText(String(item.name)))
      hasher.combine(BytewiseText(String(item.value)))
    }
  }
}
