#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// A description of routes for those who call them, in OpenAPI 3.1.
///
///     let options = OpenAPIOptions(title: "Library", version: "2.1.0")
///     let document = OpenAPIDocument(routes, options: options)
///     try document.json.write(to: file, atomically: true, encoding: .utf8)
///     for note in document.notes { print(note) }
///
/// All that OpenAPI has no words for stands in fields that begin with `x-switchyard`, and is noted.
public struct OpenAPIDocument: Sendable {
  /// The facts that the document does not say of routes, or says in fields of its own alone.
  public let notes: [ExportNote]
  let operations: [OpenAPIOperation]
  private let root: JSONValue

  /// Describes routes.
  public init(_ routes: ListedRoutes, options: OpenAPIOptions = OpenAPIOptions()) {
    let table = OpenAPITable(routes)
    operations = table.operations
    notes = table.notes
    root = OpenAPIWriter(table, options).document(of: routes)
  }

  /// Reads a document.
  ///
  /// - Throws: `OpenAPIError` with the faults of the document, each with its place.
  public init(parsing json: Data) throws(OpenAPIError) {
    let root: JSONValue
    guard JSONValue.isShallow(json) else {
      throw OpenAPIError([.init([], "Values stand too deep within one another.")])
    }
    do {
      root = try JSONDecoder().decode(JSONValue.self, from: json)
    } catch {
      throw OpenAPIError([.init([], "This is no JSON; a document in YAML is converted first.")])
    }
    var reader = OpenAPIReader(root)
    operations = reader.read()
    if !reader.faults.isEmpty { throw OpenAPIError(reader.faults) }
    notes = []
    self.root = root
  }

  /// The document as JSON, with its keys sorted so that two can be compared.
  public var json: String { root.json }

  /// The maps that the operations come from, with the guards that they require as their access.
  ///
  /// A document that routes were described in has them in their order; in another they stand in
  /// that of their paths.
  public var listing: RouteListing {
    let wholes = wholePatterns
    var routes: [RouteDescription] = []
    var places: [String: Int] = [:]
    for operation in operations {
      guard var route = RouteDescription(operation) else { continue }
      route.pattern = operation.order.flatMap { wholes[$0] } ?? route.pattern
      let key = "\(operation.order.map(String.init) ?? "") \(route.pattern)"
      if operation.order != nil, let place = places[key] {
        routes[place].tags += route.tags.filter { !routes[place].tags.contains($0) }
      } else {
        places[key] = routes.count
        routes.append(route)
      }
      if operation.isOfAnyMethod, let place = places[key] { routes[place].joinMethods() }
    }
    return RouteListing(
      routes.enumerated()
        .sorted { ($0.element.order ?? .max, $0.offset) < ($1.element.order ?? .max, $1.offset) }
        .map(\.element)
    )
  }

  /// The patterns, by the numbers of their routes, all of whose paths stand in the document as they
  /// were written, for each of the methods: another route may answer a path for one of them.
  private var wholePatterns: [Int: String] {
    var paths: [Int: [RequestMethod: Set<PathTemplate>]] = [:]
    var wholes: [Int: RoutePattern] = [:]
    for operation in operations {
      guard let order = operation.order, let text = operation.whole else { continue }
      paths[order, default: [:]][operation.method, default: []].insert(operation.template.unread)
      let options = operation.pattern?.options ?? RoutePattern.Options()
      wholes[order] = wholes[order] ?? (try? RoutePattern(parsing: text, options: options))
    }
    return wholes.filter { order, pattern in
      guard let templates = try? pattern.templates() else { return false }
      let written = Set(templates.map(\.written))
      return paths[order]?.values.allSatisfy { $0 == written } == true
    }
    .mapValues(\.text)
  }
}

extension PathTemplate {
  /// The template as it is read from a document that was made of it.
  fileprivate var written: PathTemplate {
    PathTemplate(
      pieces.map { piece in
        guard case .value(let value) = piece else { return piece }
        let reading = OpenAPISchema.reading(of: OpenAPISchema.json(of: value))
        return .value(Value(name: value.name, expression: reading.expression))
      }
    )
  }

  /// The template without what follows from its expressions.
  fileprivate var unread: PathTemplate {
    PathTemplate(
      pieces.map { piece in
        guard case .value(let value) = piece else { return piece }
        return .value(Value(name: value.name, expression: value.expression))
      }
    )
  }
}

extension RouteDescription {
  fileprivate init?(_ operation: OpenAPIOperation) {
    let options = operation.pattern?.options ?? RoutePattern.Options()
    guard
      let pattern = (try? operation.template.pattern(options: options)) ?? operation.pattern
    else { return nil }
    let tags = [.method(operation.method)] + operation.tags.map { RouteTag($0) }
    self.init(.map, pattern.text, tags: tags, name: operation.name, order: operation.order)
    access =
      operation.reason.flatMap { RouteAccess(reason: $0) }
      ?? operation.security.flatMap { $0.count == 1 ? RouteAccess(guards: $0[0]) : nil }
    about = operation.notes
  }
  /// Makes it a route of any method once it has all of them; until then another route answers some.
  fileprivate mutating func joinMethods() {
    let methods = Set(tags.compactMap(\.method))
    let all = RequestMethod.known.filter { $0.openAPIKey != nil }
    guard methods.isSuperset(of: all) else { return }
    tags = [.anyMethod] + tags.filter { $0.method == nil }
  }
}
