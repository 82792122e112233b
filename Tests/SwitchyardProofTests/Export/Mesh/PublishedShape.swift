@testable import SwitchyardProof

/// The form that a published schema asks of a value, as far as exported files have it.
struct PublishedShape: Sendable {
  private let check: @Sendable (JSONValue, String) -> [String]?

  /// All that is wrong with a value, each with its place.
  func faults(of value: JSONValue, at place: String = "$") -> [String] {
    check(value, place) ?? ["\(place): another kind of value is asked for"]
  }

  /// Members of any name.
  static let anything = PublishedShape { _, _ in [] }

  static let truth = PublishedShape { value, _ in
    guard case .truth = value else { return nil }
    return []
  }

  static let anyText = text { _ in true }

  /// A text, and whether it is one of those that may stand there.
  static func text(_ isText: @escaping @Sendable (String) -> Bool) -> PublishedShape {
    PublishedShape { value, place in
      guard case .text(let text) = value else { return nil }
      return isText(text) ? [] : ["\(place): the text \(text.debugDescription) cannot stand here"]
    }
  }

  /// One of a few words.
  static func word(_ words: String...) -> PublishedShape { text { words.contains($0) } }

  /// A whole number within bounds.
  static func number(_ range: ClosedRange<Int>) -> PublishedShape {
    PublishedShape { value, place in
      guard case .integer(let number) = value else { return nil }
      return range.contains(number) ? [] : ["\(place): \(number) is out of bounds"]
    }
  }

  /// Elements, and how many of them.
  static func list(_ shape: PublishedShape, _ counts: ClosedRange<Int>) -> PublishedShape {
    PublishedShape { value, place in
      guard case .array(let elements) = value else { return nil }
      let count = counts.contains(elements.count) ? [] : ["\(place): there are \(elements.count)"]
      return count
        + elements.enumerated().flatMap { shape.faults(of: $1, at: "\(place)[\($0)]") }
    }
  }

  /// Members that are known, those that cannot lack, and what holds of all together.
  static func object(
    _ shapes: [String: PublishedShape],
    required: Set<String>,
    _ rules: @escaping @Sendable (JSONValue) -> [String] = { _ in [] }
  ) -> PublishedShape {
    PublishedShape { value, place in
      guard case .object(let members) = value else { return nil }
      let lacking = required.subtracting(members.keys).sorted().map { "\(place): \($0) is missing" }
      let found = members.sorted { $0.key < $1.key }.flatMap { name, value in
        shapes[name]?.faults(of: value, at: "\(place).\(name)") ?? ["\(place): \(name) is unknown"]
      }
      return lacking + found + rules(value).map { "\(place): \($0)" }
    }
  }
}

extension String {
  /// Whether an expression matches all of it.
  func isWholly(_ expression: String) -> Bool {
    (try? ForeignRegex(expression))?.matches(self) ?? false
  }
}
