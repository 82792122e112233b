import Foundation
import TestSupport
import URLPatterns

/// What the files of the URLPattern standard's test suite hold.
enum URLPatternData {
  /// One entry of the main suite.
  struct Entry: Decodable, Sendable {
    var pattern: [Item]
    var inputs: [Item]?
    var expectedObject: Expectation?
    var expectedMatch: Expectation?
    /// Whether a result is expected at all, `null` included.
    var hasExpectedMatch: Bool
    var emptyComponents: [String]

    enum CodingKeys: String, CodingKey {
      case pattern, inputs
      case expectedObject = "expected_obj"
      case expectedMatch = "expected_match"
      case emptyComponents = "exactly_empty_components"
    }

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      pattern = try container.decode([Item].self, forKey: .pattern)
      inputs = try container.decodeIfPresent([Item].self, forKey: .inputs)
      expectedObject = try container.decodeIfPresent(Expectation.self, forKey: .expectedObject)
      hasExpectedMatch = container.contains(.expectedMatch)
      expectedMatch = try container.decodeIfPresent(Expectation.self, forKey: .expectedMatch)
      emptyComponents =
        try container.decodeIfPresent([String].self, forKey: .emptyComponents) ?? []
    }
  }

  /// A text, the components of a URL or a pattern, or options.
  enum Item: Decodable, Hashable, Sendable {
    case text(String)
    case parts(URLPatternInit)
    case options(ignoreCase: Bool)
    case other

    private enum Keys: String, CodingKey { case ignoreCase }

    init(from decoder: any Decoder) throws {
      if let text = try? decoder.singleValueContainer().decode(String.self) {
        self = .text(text)
      } else if let container = try? decoder.container(keyedBy: Keys.self),
        let ignoreCase = try container.decodeIfPresent(Bool.self, forKey: .ignoreCase)
      {
        self = .options(ignoreCase: ignoreCase)
      } else if let parts = try? URLPatternInit(from: decoder) {
        self = .parts(parts)
      } else {
        self = .other
      }
    }
  }

  /// What a pattern's properties or a match are expected to be, or that there are none.
  enum Expectation: Decodable, Sendable {
    case error
    case properties([String: Property])

    init(from decoder: any Decoder) throws {
      let container = try decoder.singleValueContainer()
      if let text = try? container.decode(String.self), text == "error" {
        self = .error
      } else {
        self = .properties(try container.decode([String: Property].self))
      }
    }
  }

  /// The text of a pattern's component, the match of one, or inputs.
  enum Property: Decodable, Sendable {
    case text(String)
    case match(input: String, groups: [String: String?])
    case inputs([Item])

    private struct Match: Decodable {
      var input: String
      var groups: [String: String?]
    }

    init(from decoder: any Decoder) throws {
      let container = try decoder.singleValueContainer()
      if let text = try? container.decode(String.self) {
        self = .text(text)
      } else if let inputs = try? container.decode([Item].self) {
        self = .inputs(inputs)
      } else {
        let match = try container.decode(Match.self)
        self = .match(input: match.input, groups: match.groups)
      }
    }
  }

  /// One comparison of two patterns.
  struct Comparison: Decodable, Sendable {
    var component: URLPatternComponent
    var left: Item
    var right: Item
    var expected: Int
  }

  /// One text to be generated.
  struct Generation: Decodable, Sendable {
    var pattern: Item
    var component: String
    var groups: [String: String]
    var expected: String?
  }

  /// The entries of a file; nothing when the shared folder is absent.
  static func load<Value: Decodable>(_ name: String, as _: Value.Type) throws -> [Value]? {
    let path = ProcessInfo.processInfo.environment["SWITCHYARD_URLPATTERN_DATA"]
    if name == "tests.json", let path {
      return try JSONDecoder().decode([Value].self, from: Data(contentsOf: URL(filePath: path)))
    }
    guard let text = SharedFolder.text(of: "urlpattern/\(name)") else {
      print("\(name): skipped, as ../shared/urlpattern is absent")
      return nil
    }
    return try JSONDecoder().decode([Value].self, from: Data(text.utf8))
  }
}
