extension ExportFormat {
  /// Rules of HAProxy that set a variable to the route of a request.
  public static let haproxy = ExportFormat(
    "haproxy",
    "defaults for frontends of HAProxy: txn.switchyard_route"
  ) { routes throws(ExportError) in
    let table = EdgeTable(routes, for: .pcre)
    let use = [
      "Load it with -f before your own file, and name it in a frontend, for example:",
      "  frontend shop from switchyard",
      "    http-request set-header X-Route %[var(txn.switchyard_route)]",
    ]
    let origin = #"(?s)\A(?=.{0,\#(EdgeTable.originLength)}\z)\#(table.canonicalOrigins)\z"#
    let rest = table.trailingSlash + EdgeText.query
    let target =
      #"(?s)\A(?=.{0,\#(table.targetLength)}\z)\#(table.canonicalPaths)\#(rest)\z"#
    // All behind the gate, where no line break is: the last slash of a path other than the root.
    let path = table.slashes == .lenient ? #"path,regsub("(.)/$","\1")"# : "path"
    let key =
      table.seesOrigins
      ? "%[method] %[var(txn.switchyard_origin)]%[var(txn.switchyard_path)]"
      : "%[method] %[var(txn.switchyard_path)]"
    let variable = "var(txn.switchyard_route)"
    var text = EdgeText.head("HAProxy", table, use: use)
    text += """

      defaults switchyard
        mode http
        http-request set-var-fmt(txn.switchyard_origin) "http://%[req.fhdr(host)]"
        http-request set-var-fmt(txn.switchyard_origin) "https://%[req.fhdr(host)]" if { ssl_fc }
        http-request set-var-fmt(txn.switchyard_host) "%[var(txn.switchyard_origin)]/"
        # Of HTTP/1 the target as it came; of HTTP/2, which has none, the path and the query.
        http-request set-var(txn.switchyard_url) url
        http-request set-var(txn.switchyard_url) pathq unless { req.ver -m beg 1. }
        http-request set-var(txn.switchyard_route) str(\(EdgeTable.Answer.app)) unless \
      { req.fhdr_cnt(host) eq 1 } { var(txn.switchyard_host) -m reg \(quoted(origin)) } \
      { var(txn.switchyard_url) -m reg \(quoted(target)) }
        http-request set-var(txn.switchyard_path) '\(path)' unless { \(variable) -m found }
        http-request set-var-fmt(txn.switchyard_target) "\(key)" unless { \(variable) -m found }

      """
    for line in table.lines {
      text += "  \(EdgeText.remark(line.comment))\n"
      text += "  http-request set-var(txn.switchyard_route) str(\(line.answer)) if "
      text += "!{ \(variable) -m found } "
      text += "{ var(txn.switchyard_target) -m reg \(quoted(line.whole)) }\n"
    }
    text += "  http-request set-var(txn.switchyard_route) str(\(EdgeTable.Answer.none)) "
    text += "unless { \(variable) -m found }\n"
    return ExportedRoutes(text, notes: table.notes)
  }

  /// Returns an expression as a word of a file of HAProxy, in which nothing is replaced.
  private static func quoted(_ expression: String) -> String {
    "'\(expression.split(separator: "'", omittingEmptySubsequences: false).joined(separator: #"\x27"#))'"
  }
}
