/// The texts that the files of all servers in front have in common.
enum EdgeText {
  /// The bytes of a method.
  static let method = #"[-!#-'*+.0-9A-Z^-z|~]+"#
  /// A query that no router refuses.
  static let query = #"(?:\?(?:[!-"$&-~]|%(?:0[9ADad]|[2-689A-Fa-f][0-9A-Fa-f]|7[0-9A-Ea-e]))*)?"#

  /// The first lines of a file, as comments.
  static func head(_ server: String, _ table: EdgeTable, use: [String]) -> String {
    let lines =
      [
        "Routes of a table for \(server), written by yardmaster export.",
        "",
        "A request has one of these answers, which is a name and no permission:",
        "  the name of a route, or route-N for its number in the listing;",
        "  none: no map, 404; other-method: maps for other methods alone, 405;",
        "  app: the target is not canonical, or the app alone can tell.",
        "Guards are asked by the app in any case.",
      ] + (use.isEmpty ? [] : [""] + use)
    return lines.map { $0.isEmpty ? "#\n" : "# \($0)\n" }.joined()
  }

  /// A remark within one line of a file, as far as it is read: nginx refuses one that is very long.
  static func remark(_ text: String) -> String { "# \(text.excerpt)" }
}
