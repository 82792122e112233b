/// The schemas of values, as they are written and read.
enum OpenAPISchema {
  /// The whole numbers whose usual spelling an expression stands for.
  private static let numbers: [(pattern: String, minimum: Int?)] = [
    (#"^(?:0|-?[1-9]\d*)$"#, nil), (#"^(?:0|[1-9]\d*)$"#, 0), (#"^[1-9]\d*$"#, 1),
  ]

  /// The key of the route's own expression, where no schema means the same, or where one is read as
  /// another spelling of it: which of two maps wins may depend on how it is spelt.
  static let expressionKey = "x-switchyard-expression"

  /// Returns the schema of a value.
  static func json(of value: PathTemplate.Value) -> JSONValue {
    let json = plain(of: value)
    guard let own = value.expression, case .object(var members) = json,
      reading(of: json).expression != own
    else { return json }
    members[expressionKey] = .text(own)
    return .object(members)
  }

  /// Returns the schema of a value, without its own spelling.
  private static func plain(of value: PathTemplate.Value) -> JSONValue {
    switch value.schema {
    case .anything: return ["type": "string"]
    case .choices(let texts):
      return ["type": "string", "enum": .array(texts.map { .text($0) })]
    case .pattern(let text):
      if let number = numbers.first(where: { $0.pattern == text }) {
        guard let minimum = number.minimum else { return ["type": "integer"] }
        return ["type": "integer", "minimum": .integer(minimum)]
      }
      return ["type": "string", "pattern": .text(text)]
    case nil:
      return .object(["type": "string", expressionKey: .text(value.expression ?? "")])
    }
  }

  /// The requirement of a schema on a value.
  struct Reading: Equatable {
    /// The expression of the value; `nil` for any text.
    var expression: String?
    /// Whether the schema allows perhaps less than that.
    var isUnclear = false
  }

  /// The keys of a schema that allow no less.
  private static let remarks: Set<String> = [
    "title", "description", "format", "default", "example", "examples", "deprecated", "nullable",
    "readOnly", "writeOnly", "externalDocs", "xml", "$comment", "$id", "$anchor", "$defs",
    "contentEncoding", "contentMediaType",
  ]

  /// Reads a schema, whose references have been followed.
  static func reading(of schema: JSONValue) -> Reading {
    if schema == true { return Reading() }
    guard let members = schema.members else { return Reading(isUnclear: true) }
    var rest = Set(members.keys.filter { !$0.hasPrefix("x-") }).subtracting(remarks)
    var reading = Reading()
    func take(_ requirement: ValueSchema) {
      reading.expression = requirement.expression
      if !requirement.isUnderstood { reading.isUnclear = true }
    }
    if case .integer(let length)? = members["minLength"], length <= 1 { rest.remove("minLength") }
    if let text = members["const"].flatMap(spelling) {
      rest.subtract(["const", "type"])
      take(.choices([text]))
    } else if let texts = choices(members["enum"]) {
      rest.subtract(["enum", "type"])
      take(.choices(texts))
    } else if members["type"] == "integer" {
      rest.remove("type")
      let minimum = members["minimum"]?.integer
      if minimum == 0 || minimum == 1 { rest.remove("minimum") }
      let number = numbers.first { $0.minimum == minimum } ?? numbers[0]
      take(.pattern(number.pattern))
    } else if members["type"] == "boolean" {
      rest.remove("type")
      take(.choices(["true", "false"]))
    } else if members["type"] == nil || members["type"] == "string" {
      rest.remove("type")
      if let pattern = members["pattern"]?.text {
        rest.remove("pattern")
        take(.pattern(pattern))
      } else if let expression = members[expressionKey]?.text, !expression.isEmpty {
        reading.expression = expression
      }
    }
    if !rest.isEmpty { reading.isUnclear = true }
    if let own = members[expressionKey]?.text, !reading.isUnclear, isSpelling(own, of: members) {
      reading.expression = own
    }
    return reading
  }

  /// Whether an expression is written as the schema beside it: one that was changed by hand counts,
  /// and not what stood for it.
  private static func isSpelling(_ expression: String, of members: [String: JSONValue]) -> Bool {
    guard !expression.isEmpty, let pattern = try? RoutePattern(parsing: "/:v(\(expression))"),
      let templates = try? pattern.templates(), templates.count == 1,
      let value = templates[0].values.first, templates[0].values.count == 1,
      value.expression == expression, case .object(let written) = plain(of: value)
    else { return false }
    let own = members.filter { !$0.key.hasPrefix("x-") && !remarks.contains($0.key) }
    return own == written.filter { !$0.key.hasPrefix("x-") }
  }

  private static func choices(_ value: JSONValue?) -> [String]? {
    guard let elements = value?.elements, !elements.isEmpty else { return nil }
    let texts = elements.compactMap(spelling)
    return texts.count == elements.count ? texts : nil
  }

  private static func spelling(_ value: JSONValue) -> String? {
    switch value {
    case .text(let text): text.isEmpty ? nil : text
    case .integer(let number): String(number)
    case .truth(let truth): String(truth)
    default: nil
    }
  }
}
