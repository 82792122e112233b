#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Writes the operations of a table as a document.
struct OpenAPIWriter {
  private let table: OpenAPITable
  private let options: OpenAPIOptions
  /// The keys of the schemes, by the names of guards.
  private let schemes: [String: String]

  init(_ table: OpenAPITable, _ options: OpenAPIOptions) {
    self.table = table
    self.options = options
    let names = table.operations.flatMap { ($0.security ?? []).flatMap(\.self) + $0.partly }
    var schemes: [String: String] = [:]
    var taken: Set<String> = []
    for name in names where schemes[name] == nil {
      // https://spec.openapis.org/oas/v3.1.0#fixed-fields-5
      let key = name.unicodeScalars.reduce(into: "") { key, scalar in
        let isAllowed =
          scalar.isASCII && (scalar.properties.isAlphabetic || ("0"..."9").contains(scalar))
          || "._-".unicodeScalars.contains(scalar)
        key += isAllowed ? String(scalar) : "_"
      }
      var unique = key
      var number = 1
      while !taken.insert(unique).inserted {
        number += 1
        unique = "\(key)_\(number)"
      }
      schemes[name] = unique
    }
    self.schemes = schemes
  }

  /// Returns the document.
  func document(of routes: ListedRoutes) -> JSONValue {
    var paths: [String: [String: JSONValue]] = [:]
    var identifiers: Set<String> = []
    for operation in table.operations {
      guard let key = operation.method.openAPIKey else { continue }
      let path = operation.template.text(names: operation.names)
      paths[path, default: [:]][key] = json(of: operation, &identifiers)
    }
    var document: [String: JSONValue] = [
      "openapi": "3.1.0",
      "info": ["title": .text(options.title), "version": .text(options.version)],
      "paths": .object(paths.mapValues { .object($0) }),
      "x-switchyard": about(routes),
    ]
    if !schemes.isEmpty { document["components"] = ["securitySchemes": .object(securitySchemes)] }
    return .object(document)
  }

  private func about(_ routes: ListedRoutes) -> JSONValue {
    let pattern = routes.entries.first?.pattern.options ?? RoutePattern.Options()
    var about: [String: JSONValue] = [
      "slashes": pattern.slashes == .strict ? "strict" : "lenient"
    ]
    if pattern.letterCase == .insensitive { about["letterCase"] = "insensitive" }
    if !table.notes.isEmpty {
      about["unsaid"] = .array(
        table.notes.map { note in
          var json: [String: JSONValue] = [
            "kind": .text(note.route.kind.rawValue),
            "pattern": .text(note.route.patternAndExceptions),
            "note": .text(note.message),
          ]
          let methods = note.route.tags.compactMap(\.method?.rawValue)
          if !methods.isEmpty { json["methods"] = .array(methods.map { .text($0) }) }
          if let name = note.route.name { json["name"] = .text(name) }
          return .object(json)
        }
      )
    }
    return .object(about)
  }

  private var securitySchemes: [String: JSONValue] {
    var result: [String: JSONValue] = [:]
    for (name, key) in schemes {
      var json =
        options.security[name]?.json ?? [
          "type": "apiKey", "in": "header", "name": "Authorization",
          "description": .text("Stands for the guard \(name), which says no more of itself."),
        ]
      if name != key { json["x-switchyard-guard"] = .text(name) }
      result[key] = .object(json)
    }
    return result
  }

  // MARK: - Operations

  private func json(
    of operation: OpenAPIOperation,
    _ identifiers: inout Set<String>
  ) -> JSONValue {
    var json: [String: JSONValue] = [
      // All that is known of an answer is that there is one.
      "responses": ["default": ["description": "The answer of the route."]]
    ]
    if !operation.names.isEmpty {
      json["parameters"] = .array(
        zip(operation.template.values, operation.names).map { parameter($0, named: $1) }
      )
    }
    if let name = operation.name {
      let identifier = Self.unique(name, operation.method, &identifiers)
      json["operationId"] = .text(identifier)
      if identifier != name { json["x-switchyard-name"] = .text(name) }
    }
    if !operation.tags.isEmpty { json["tags"] = .array(operation.tags.map { .text($0) }) }
    if let security = operation.security {
      json["security"] = .array(security.map { requirement($0) })
    }
    if !operation.partly.isEmpty {
      let keys = operation.partly.compactMap { schemes[$0].map { JSONValue.text($0) } }
      json["x-switchyard-security-in-part"] = .array(keys)
    }
    if let reason = operation.reason { json["x-switchyard-public"] = .text(reason) }
    if let notes = operation.notes {
      if let summary = notes.summary { json["summary"] = .text(summary) }
      if let description = notes.description { json["description"] = .text(description) }
      if notes.isDeprecated { json["deprecated"] = true }
      if let sunset = notes.sunset { json["x-sunset"] = .text(sunset) }
    }
    if let order = operation.order { json["x-switchyard-order"] = .integer(order) }
    if let whole = operation.whole { json["x-switchyard-pattern"] = .text(whole) }
    if operation.isOfAnyMethod { json["x-switchyard-any-method"] = true }
    return .object(json)
  }

  private func requirement(_ names: [String]) -> JSONValue {
    .object(Dictionary(names.compactMap { schemes[$0] }.map { ($0, []) }) { one, _ in one })
  }

  private func parameter(_ value: PathTemplate.Value, named name: String) -> JSONValue {
    var json: [String: JSONValue] = [
      "name": .text(name), "in": "path", "required": true,
      "schema": OpenAPISchema.json(of: value),
    ]
    if value.name == nil {
      json["x-switchyard-unnamed"] = true
    } else if let own = value.name, own != name {
      json["x-switchyard-name"] = .text(own)
    }
    return .object(json)
  }

  /// A name that no other operation has.
  private static func unique(
    _ name: String,
    _ method: RequestMethod,
    _ taken: inout Set<String>
  ) -> String {
    if taken.insert(name).inserted { return name }
    let base = "\(name)_\(method.rawValue.lowercased())"
    var unique = base
    var number = 1
    while !taken.insert(unique).inserted {
      number += 1
      unique = "\(base)_\(number)"
    }
    return unique
  }
}
