extension ExportFormat {
  /// Maps of nginx from a request to its route.
  public static let nginx = ExportFormat(
    "nginx",
    "maps for the http block of nginx: $switchyard_route"
  ) { routes throws(ExportError) in
    let table = EdgeTable(routes, for: .pcre, wordLength: EdgeTable.wordOfNginx)
    let use = [
      "Include it in the http block, and use $switchyard_route there, for example:",
      "  proxy_set_header X-Route $switchyard_route;",
      "  proxy_set_header Host $http_host;",
    ]
    let key = table.seesOrigins ? "$scheme://$http_host$switchyard_path" : "$switchyard_path"
    // A word of a file of nginx has no more than 4,096 bytes: the gate is two maps.
    let origin = #"(?s)\A(?=.{0,\#(EdgeTable.originLength)}\z)\#(table.canonicalOrigins)\z"#
    let length = #"(?=.{0,\#(table.targetLength)} HTTP/[0-9.]+\z)"#
    let path = "(?<switchyard_path>\(table.canonicalPaths))\(table.trailingSlash)"
    let target =
      #"(?s)\Aknown \#(EdgeText.method) \#(length)\#(path)\#(EdgeText.query) HTTP/[0-9.]+\z"#
    var text = EdgeText.head("nginx", table, use: use)
    text += """

      map "$scheme://$http_host/" $switchyard_host {
        default unknown;
        \(quoted(origin)) known;
      }

      map "$switchyard_host $request" $switchyard_target {
        default "";
        \(quoted(target)) "$request_method \(key)";
      }

      map $switchyard_target $switchyard_route {
        # An expression that fails decides nothing.
        default \(EdgeTable.Answer.app);
        "" \(EdgeTable.Answer.app);

      """
    for line in table.lines {
      text += "  \(quoted(line.whole)) \(line.answer); \(EdgeText.remark(line.comment))\n"
    }
    text += "  \(quoted(#"\A"#)) \(EdgeTable.Answer.none);\n}\n"
    return ExportedRoutes(text, notes: table.notes)
  }

  /// Returns an expression as a word of a file of nginx.
  private static func quoted(_ expression: String) -> String {
    let escaped = expression.reduce(into: "") { text, character in
      if "\\\"".contains(character) { text += "\\" }
      text.append(character)
    }
    return "\"~\(escaped)\""
  }
}
