#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif
@testable import SwitchyardProof

/// HTTPRoutes, read as the Gateway API says: the match that has precedence decides, wherever it
/// stands.
struct GatewayRoutes {
  private struct Match {
    let rule: String
    let isExact: Bool
    let path: String
    let method: String?

    /// Whether a path is this one, or has all of its elements at its beginning.
    func fits(_ method: String, _ path: String) -> Bool {
      guard self.method.map({ $0 == method }) ?? true else { return false }
      if isExact { return path == self.path }
      let prefix = self.path.hasSuffix("/") ? String(self.path.dropLast()) : self.path
      return path == prefix || path.hasPrefix("\(prefix)/")
    }

    /// Greater for what has precedence.
    var rank: [Int] {
      [isExact ? 1 : 0, isExact ? 0 : path.utf8.count, method == nil ? 0 : 1]
    }
  }

  /// All that is not as the published rules ask.
  let faults: [String]
  /// The number of objects.
  let count: Int
  private let matches: [Match]

  init(_ text: String) throws {
    try self.init(JSONDecoder().decode(JSONValue.self, from: Data(text.utf8)))
  }

  init(_ value: JSONValue) {
    faults = Self.list.faults(of: value)
    let items = value["items"]?.elements ?? []
    count = items.count
    matches = items.flatMap { $0["spec"]?["rules"]?.elements ?? [] }.flatMap { rule in
      (rule["matches"]?.elements ?? []).map { match in
        Match(
          rule: rule["name"]?.text ?? "",
          isExact: match["path"]?["type"] == "Exact",
          path: match["path"]?["value"]?.text ?? "/",
          method: match["method"]?.text
        )
      }
    }
  }

  /// The names of the rules that a request may come to: more than one where the time at which
  /// objects were made, their names and the order of rules have a say.
  func answers(_ method: String, _ target: String) -> Set<String> {
    let path = String(target.prefix { $0 != "?" })
    let found = matches.filter { $0.fits(method, path) }
    let best = found.map(\.rank).max { $0.lexicographicallyPrecedes($1) }
    return Set(found.filter { $0.rank == best }.map(\.rule))
  }

  // MARK: - Rules

  private static let label = "[a-z0-9]([-a-z0-9]*[a-z0-9])?"
  /// A name of an object, or of a rule.
  private static let name = PublishedShape.text {
    $0.utf8.count <= 253 && $0.isWholly(#"\#(label)(\.\#(label))*"#)
  }

  private static let list = PublishedShape.object(
    [
      "apiVersion": .word("v1"), "kind": .word("List"), "items": .list(object, 1...(.max)),
    ],
    required: ["apiVersion", "kind", "items"]
  ) { value in
    let names = (value["items"]?.elements ?? []).map { $0["metadata"]?["name"] }
    return Set(names).count == names.count ? [] : ["names of objects are not unique"]
  }

  private static let object = PublishedShape.object(
    [
      "apiVersion": .word("gateway.networking.k8s.io/v1"), "kind": .word("HTTPRoute"),
      "metadata": .object(
        [
          "name": name,
          "labels": .object(["app.kubernetes.io/managed-by": .anyText], required: []),
        ],
        required: ["name"]
      ),
      "spec": .object(
        ["parentRefs": .list(parent, 0...32), "rules": .list(rule, 1...16)],
        required: []
      ) { value in
        let rules = value["rules"]?.elements ?? []
        let count = rules.reduce(0) { $0 + ($1["matches"]?.elements?.count ?? 1) }
        let names = rules.compactMap { $0["name"] }
        return (count <= 128 ? [] : ["there are \(count) matches"])
          + (Set(names).count == names.count ? [] : ["names of rules are not unique"])
      },
    ],
    required: ["apiVersion", "kind", "metadata", "spec"]
  )

  private static let parent = PublishedShape.object(["name": objectName], required: ["name"])
  private static let objectName = PublishedShape.text { (1...253).contains($0.utf8.count) }

  private static let rule = PublishedShape.object(
    [
      "name": name, "matches": .list(match, 0...64),
      "backendRefs": .list(
        .object(["name": objectName, "port": .number(1...65_535)], required: ["name", "port"]),
        0...16
      ),
    ],
    required: []
  )

  private static let match = PublishedShape.object(
    [
      "path": .object(
        [
          "type": .word("Exact", "PathPrefix", "RegularExpression"),
          "value": .text { $0.unicodeScalars.count <= 1_024 },
        ],
        required: []
      ) { value in
        guard value["type"] != "RegularExpression", let path = value["value"]?.text else {
          return []
        }
        let isPlain = path.isWholly(#"(?:[-A-Za-z0-9/._~!$&'()*+,;=:@]|%[0-9a-fA-F]{2})+"#)
        let parts = ["//", "/./", "/../", "%2f", "%2F", "#"].filter { path.contains($0) }
        let ends = ["/..", "/."].filter { path.hasSuffix($0) }
        return (isPlain && path.hasPrefix("/") ? [] : ["\(path) is no path"])
          + (parts + ends).map { "\(path) has \($0)" }
      },
      "method": .word(
        "GET",
        "HEAD",
        "POST",
        "PUT",
        "DELETE",
        "CONNECT",
        "OPTIONS",
        "TRACE",
        "PATCH"
      ),
    ],
    required: []
  )
}
