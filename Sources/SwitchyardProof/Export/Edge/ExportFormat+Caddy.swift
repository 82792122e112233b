extension ExportFormat {
  /// A snippet of Caddy that maps a request to its route.
  public static let caddy = ExportFormat(
    "caddy",
    "a snippet for sites of Caddy: {switchyard_route}"
  ) { routes throws(ExportError) in
    let table = EdgeTable(routes, for: .re2)
    let use = [
      "Import the file, and in a site the snippet, for example:",
      "  import switchyard.caddy",
      "  shop.example {",
      "    import switchyard",
      "    reverse_proxy localhost:8080 {",
      "      header_up X-Route {switchyard_route}",
      "    }",
      "  }",
    ]
    let origin = "{http.request.scheme}://{http.request.hostport}"
    let source = "\(origin) \(origin)/ {http.request.method} {http.request.orig_uri}"
    let target =
      #"(?s)\A([^ ]+) \#(table.canonicalOrigins) (\#(EdgeText.method)) "#
      + #"(\#(table.canonicalPaths))\#(table.trailingSlash)\#(EdgeText.query)\z"#
    // A thousand is the most that one repetition of RE2 takes.
    let length = table.targetLength + 2 * EdgeTable.originLength
    let tooLong = String(repeating: ".{\(length / 2)}", count: 2)
    let key = table.seesOrigins ? "${2} ${1}${3}" : "${2} ${3}"
    // A hyphen would be no answer at all, and the next line would have one.
    let left = "left"
    var text = EdgeText.head("Caddy", table, use: use)
    text += """

      (switchyard) {
        map "\(source)" {switchyard_target} {
          \(quoted(#"(?s)\A\#(tooLong)"#)) \(left)
          \(quoted(target)) "\(key)"
          default \(left)
        }
        map {switchyard_target} {switchyard_route} {
          \(left) \(EdgeTable.Answer.app)

      """
    for line in table.lines {
      text += "    \(EdgeText.remark(plain(line.comment)))\n"
      text += "    \(quoted(line.whole)) \(line.answer)\n"
    }
    text += "    default \(EdgeTable.Answer.none)\n  }\n}\n"
    return ExportedRoutes(text, notes: table.notes)
  }

  /// Returns a remark in which nothing is replaced: that is done before remarks are left out.
  private static func plain(_ remark: String) -> String {
    var plain = "".unicodeScalars
    for scalar in remark.unicodeScalars {
      if scalar == "$", plain.last == "{" {
        plain += "\\u{24}".unicodeScalars
      } else {
        plain.append(scalar)
      }
    }
    return String(plain)
  }

  /// Returns an expression as a word of a Caddyfile, in which nothing is replaced.
  private static func quoted(_ expression: String) -> String {
    var word = ""
    for character in expression {
      switch character {
      case "`": word += #"\x60"#
      // The name of a variable of the environment begins so.
      case "$" where word.last == "{": word += #"\x24"#
      default: word.append(character)
      }
    }
    return "`~\(word)`"
  }
}
