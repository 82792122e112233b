import Foundation
import TestSupport

/// What the files of the URLPattern standard's test suite hold, as far as these tests read it.
enum URLPatternData {
  /// One entry of the main suite.
  struct Entry: Decodable, Sendable {
    var pattern: [Component]
    var inputs: [Component]?
    var expectedObject: Expectation?
    var expectedMatch: Match?
    /// Whether a result is expected at all, `null` included.
    var hasExpectedMatch: Bool

    enum CodingKeys: String, CodingKey {
      case pattern, inputs
      case expectedObject = "expected_obj"
      case expectedMatch = "expected_match"
    }

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      pattern = try container.decode([Component].self, forKey: .pattern)
      inputs = try container.decodeIfPresent([Component].self, forKey: .inputs)
      expectedObject = try container.decodeIfPresent(Expectation.self, forKey: .expectedObject)
      hasExpectedMatch = container.contains(.expectedMatch)
      expectedMatch = try? container.decodeIfPresent(Match.self, forKey: .expectedMatch)
    }

    /// The pathname, when the entry is about nothing else.
    var pathname: String? {
      guard pattern.count == 1, let pathname = pattern[0].onlyPathname,
        (inputs ?? []).allSatisfy({ $0.onlyPathname != nil })
      else { return nil }
      return pathname
    }
  }

  /// A URL as a text, or in parts.
  enum Component: Decodable, Sendable {
    case text(String)
    case parts([String: String])
    case other

    init(from decoder: any Decoder) throws {
      let container = try decoder.singleValueContainer()
      if let text = try? container.decode(String.self) {
        self = .text(text)
      } else if let parts = try? container.decode([String: String].self) {
        self = .parts(parts)
      } else {
        self = .other
      }
    }

    var onlyPathname: String? {
      guard case .parts(let parts) = self, parts.count == 1 else { return nil }
      return parts["pathname"]
    }
  }

  /// What the pattern's properties are expected to be, or that there is none.
  enum Expectation: Decodable, Sendable {
    case error
    case properties([String: String])

    init(from decoder: any Decoder) throws {
      let container = try decoder.singleValueContainer()
      if let text = try? container.decode(String.self), text == "error" {
        self = .error
      } else {
        self = .properties(try container.decode([String: String].self))
      }
    }
  }

  /// What a match is expected to give.
  struct Match: Decodable, Sendable {
    struct Pathname: Decodable, Sendable {
      var input: String
      var groups: [String: String?]
    }

    var pathname: Pathname?
  }

  /// One comparison of two patterns.
  struct Comparison: Decodable, Sendable {
    var component: String
    var left: Component
    var right: Component
    var expected: Int
  }

  /// One text to be generated.
  struct Generation: Decodable, Sendable {
    var pattern: Component
    var component: String
    var groups: [String: String]
    var expected: String?
  }

  /// The entries of a file; nothing when the shared folder is absent.
  static func load<Value: Decodable>(_ name: String, as _: Value.Type) throws -> [Value]? {
    guard let text = SharedFolder.text(of: "urlpattern/\(name)") else { return nil }
    return try JSONDecoder().decode([Value].self, from: Data(text.utf8))
  }
}
