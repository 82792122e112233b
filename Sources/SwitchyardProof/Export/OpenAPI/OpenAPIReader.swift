#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Reads the operations of a document.
struct OpenAPIReader {
  private(set) var faults: [OpenAPIError.Fault] = []
  private let root: JSONValue
  private var options = RoutePattern.Options()
  /// The readings of schemas, by the keys that lead to them: very many values may refer to one.
  private var readings: [[String]: OpenAPISchema.Reading] = [:]

  /// The most references that lead from one to another.
  private static let referenceLimit = 16

  init(_ root: JSONValue) { self.root = root }

  private mutating func fault(_ pointer: [String], _ message: String) {
    if faults.count < OpenAPIError.most { faults.append(.init(pointer, message)) }
  }

  /// Returns the operations in the order of their paths; those at fault are left out.
  mutating func read() -> [OpenAPIOperation] {
    guard root.members != nil else {
      fault([], "A document is an object with \"openapi\" and \"paths\".")
      return []
    }
    guard let version = root["openapi"]?.text, version.hasPrefix("3.") else {
      let isOld = root["swagger"] != nil
      fault(
        root["openapi"] == nil ? [] : ["openapi"],
        isOld
          ? "This is a document of Swagger 2; convert it to OpenAPI 3.1."
          : "A document has \"openapi\" with its version, such as \"3.1.0\"."
      )
      return []
    }
    if root["x-switchyard"]?["slashes"] == "strict" { options.slashes = .strict }
    if root["x-switchyard"]?["letterCase"] == "insensitive" { options.letterCase = .insensitive }
    var operations: [OpenAPIOperation] = []
    for (path, item) in members(of: root["paths"], at: ["paths"]) where !path.hasPrefix("x-") {
      operations += read(path, item)
    }
    return operations
  }

  /// Returns the members of an object by their keys; none of what is missing.
  private mutating func members(
    of value: JSONValue?,
    at pointer: [String]
  ) -> [(key: String, value: JSONValue)] {
    guard let value else { return [] }
    guard let members = value.members else {
      fault(pointer, "An object has to stand here.")
      return []
    }
    return members.sorted { $0.key < $1.key }
  }

  /// Returns a value behind its references, with its place.
  private mutating func resolved(
    _ value: JSONValue,
    at pointer: [String]
  ) -> (value: JSONValue, pointer: [String])? {
    var (value, place) = (value, pointer)
    for _ in 0..<Self.referenceLimit {
      guard let reference = value["$ref"] else { return (value, place) }
      guard let text = reference.text, let keys = OpenAPIPointer.keys(of: text) else {
        fault(place + ["$ref"], "References lead within a document, as #/components/…; join them.")
        return nil
      }
      guard let found = self.value(at: keys) else {
        fault(place + ["$ref"], "The reference leads to nothing.")
        return nil
      }
      (value, place) = (found, keys)
    }
    fault(pointer, "The reference leads in a circle, or over more than \(Self.referenceLimit).")
    return nil
  }

  private func value(at keys: [String]) -> JSONValue? {
    var value = root
    for key in keys {
      let next: JSONValue? =
        if let elements = value.elements {
          Int(key).flatMap { elements.indices.contains($0) ? elements[$0] : nil }
        } else {
          value[key]
        }
      guard let next else { return nil }
      value = next
    }
    return value
  }

  // MARK: - Paths

  private mutating func read(_ path: String, _ item: JSONValue) -> [OpenAPIOperation] {
    let pointer = ["paths", path]
    let pieces: [OpenAPIPath.Piece]
    do throws(OpenAPIPath.Fault) {
      pieces = try OpenAPIPath.pieces(of: path)
    } catch {
      fault(pointer, error.message)
      return []
    }
    guard let (item, place) = resolved(item, at: pointer) else { return [] }
    guard item.members != nil else {
      fault(place, "An object with operations has to stand here.")
      return []
    }
    let shared = parameters(of: item, at: place)
    var operations: [OpenAPIOperation] = []
    for method in RequestMethod.describable {
      guard let key = method.openAPIKey, let value = item[key] else { continue }
      let place = place + [key]
      guard value.members != nil else {
        fault(place, "An operation is an object.")
        continue
      }
      let own = parameters(of: value, at: place)
      let parameters = shared.merging(own) { $1 }
      operations.append(operation(method, value, pieces, parameters, at: place))
    }
    return operations
  }

  private struct Parameter {
    var schema: OpenAPISchema.Reading
    var name: String?
  }

  /// Returns the parameters of a path, or of an operation, that stand in the path.
  private mutating func parameters(
    of value: JSONValue,
    at pointer: [String]
  ) -> [String: Parameter] {
    guard let list = value["parameters"] else { return [:] }
    let pointer = pointer + ["parameters"]
    guard let elements = list.elements else {
      fault(pointer, "Parameters are an array.")
      return [:]
    }
    var parameters: [String: Parameter] = [:]
    for (index, element) in elements.enumerated() {
      let pointer = pointer + [String(index)]
      guard let (element, place) = resolved(element, at: pointer) else { continue }
      guard let name = element["name"]?.text, let position = element["in"]?.text else {
        fault(place, "A parameter has a \"name\" and an \"in\", which are texts.")
        continue
      }
      guard position == "path" else { continue }
      var reading = OpenAPISchema.Reading(isUnclear: element["schema"] == nil)
      if let schema = element["schema"], let found = resolved(schema, at: place + ["schema"]) {
        reading = self.reading(of: found.value, at: found.pointer)
      }
      parameters[name] = Parameter(
        schema: reading,
        name: element["x-switchyard-unnamed"] == true
          ? nil : element["x-switchyard-name"]?.text ?? name
      )
    }
    return parameters
  }

  private mutating func reading(
    of schema: JSONValue,
    at pointer: [String]
  ) -> OpenAPISchema.Reading {
    if let known = readings[pointer] { return known }
    let reading = OpenAPISchema.reading(of: schema)
    readings[pointer] = reading
    return reading
  }

  // MARK: - Operations

  private mutating func operation(
    _ method: RequestMethod,
    _ value: JSONValue,
    _ pieces: [OpenAPIPath.Piece],
    _ parameters: [String: Parameter],
    at pointer: [String]
  ) -> OpenAPIOperation {
    var names: [String] = []
    var unclear: Set<Int> = []
    var named: [PathTemplate.Piece] = []
    var numbered: [PathTemplate.Piece] = []
    for piece in pieces {
      switch piece {
      case .text(let text):
        named.append(.text(text))
        numbered.append(.text(text))
      case .value(let name):
        let parameter = parameters[name]
        if parameter?.schema.isUnclear == true { unclear.insert(names.count) }
        let expression = parameter?.schema.expression
        let own = parameter.map(\.name) ?? name
        named.append(.value(.init(name: own, expression: expression)))
        numbered.append(.value(.init(name: "v\(names.count)", expression: expression)))
        names.append(name)
      }
    }
    var operation = OpenAPIOperation(
      template: PathTemplate(named),
      method: method,
      names: names
    )
    // Names of documents may be none of patterns, and their text need not be canonical.
    if let pattern = try? PathTemplate(numbered).pattern(options: options),
      let template = try? pattern.templates().first, template.values.count == names.count
    {
      operation.pattern = pattern
      operation.template = template.renamed(PathTemplate(named).values.map(\.name))
    }
    operation.unclear = unclear
    operation.pointer = pointer
    operation.name = value["x-switchyard-name"]?.text ?? value["operationId"]?.text
    operation.tags = value["tags"]?.elements?.compactMap(\.text) ?? []
    operation.order = value["x-switchyard-order"]?.integer
    operation.whole = value["x-switchyard-pattern"]?.text
    operation.isOfAnyMethod = value["x-switchyard-any-method"] == true
    operation.reason = value["x-switchyard-public"]?.text
    operation.security = security(
      value["security"] ?? root["security"],
      at: value["security"] == nil ? ["security"] : pointer + ["security"]
    )
    operation.notes = notes(value)
    return operation
  }

  private mutating func security(_ value: JSONValue?, at pointer: [String]) -> [[String]]? {
    guard let value else { return nil }
    guard let ways = value.elements else {
      fault(pointer, "Security is an array of objects.")
      return nil
    }
    var result: [[String]] = []
    for (index, way) in ways.enumerated() {
      guard let members = way.members else {
        fault(pointer + [String(index)], "Each of the ways is an object.")
        continue
      }
      result.append(members.keys.sorted().map(guardName))
    }
    return result
  }

  /// The name of the guard that a scheme stands for.
  private func guardName(_ scheme: String) -> String {
    root["components"]?["securitySchemes"]?[scheme]?["x-switchyard-guard"]?.text ?? scheme
  }

  private func notes(_ value: JSONValue) -> RouteNotes? {
    var members: [String: JSONValue] = [:]
    for key in ["summary", "description"] {
      if let text = value[key]?.text { members[key] = .text(text) }
    }
    if value["deprecated"] == true { members["deprecated"] = true }
    if let sunset = value["x-sunset"]?.text { members["sunset"] = .text(sunset) }
    guard !members.isEmpty, let data = try? JSONEncoder().encode(JSONValue.object(members)) else {
      return nil
    }
    // A day that is none is left out with the rest, as documents may hold any text there.
    return try? JSONDecoder().decode(RouteNotes.self, from: data)
  }
}

extension PathTemplate {
  /// The same with other names for its values.
  fileprivate func renamed(_ names: [String?]) -> PathTemplate {
    var rest = names[...]
    return PathTemplate(
      pieces.map { piece in
        guard case .value(var value) = piece, let name = rest.popFirst() else { return piece }
        value.name = name
        return .value(value)
      }
    )
  }
}
