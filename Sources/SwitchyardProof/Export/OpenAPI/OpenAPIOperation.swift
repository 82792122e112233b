/// An operation of a document: a method of a path, and what is said of it.
struct OpenAPIOperation {
  /// The path, with the names that routes have for its values.
  var template: PathTemplate
  /// The same as a pattern, whose names need not be those; `nil` if it is none.
  var pattern: RoutePattern?
  var method: RequestMethod
  /// The names of the values as the document has them.
  var names: [String]
  /// The values of which the document says more than is understood.
  var unclear: Set<Int> = []
  var name: String?
  var tags: [String] = []
  /// The guards that are asked before it: the names in each of several ways to come in, or `nil`
  /// where nothing is said.
  var security: [[String]]?
  /// The guards that are asked before a part of it.
  var partly: [String] = []
  var reason: String?
  var notes: RouteNotes?
  /// The number of the route that it is of.
  var order: Int?
  /// The text of the route's pattern, where one template does not say all of it.
  var whole: String?
  /// Whether its route answers any method.
  var isOfAnyMethod = false
  /// The place of the route among those of the table.
  var place: Int?
  /// The keys that lead to it in a document.
  var pointer: [String] = []

  /// The method and the path, which no other operation of a document has.
  struct Key: Hashable {
    var shape: String
    var method: RequestMethod
  }

  /// The method and the path without its names.
  var key: Key { Key(shape: template.shape, method: method) }

  /// The method and the path, for a message.
  var title: String { "\(method) \(template.text(names: names).printable)" }
}

extension RequestMethod {
  /// The methods that documents have words for, in the order in which they are written.
  static let describable: [RequestMethod] = [
    .get, .put, .post, .delete, .options, .head, .patch, "TRACE",
  ]

  /// The key of its operation; `nil` if documents have no word for it.
  var openAPIKey: String? {
    Self.describable.contains(self) ? rawValue.lowercased() : nil
  }
}
