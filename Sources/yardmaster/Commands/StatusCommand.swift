import SwitchyardFleet

extension Command {
  static let status = Command(
    "status",
    "shows which routes servers share, and which has them",
    operands: [SharedSource.operand],
    options: [.json],
    discussion: """
      Shows which generation of SOURCE is active, and what each server says of it.

      \(SharedSource.help)
      Ends with 0 when all servers that are there have the active generation, with 2
      for a folder or file that nobody has published to or followed, and else with 1.
      """,
    examples: [
      "yardmaster status folder:/srv/shop/routes",
      "yardmaster status sqlite:routes.db --json",
      "yardmaster status postgres://shop@db.internal/shop",
    ]
  ) { call, output in
    let shared = try SharedSource(call, isNew: false)
    let missing = shared.missing(call)
    let status = try shared.ask(&output, call.syntax.command) { source in
      // Any folder can be read, and those that are no sources are empty to a reader.
      if let missing, try await !source.isMade() { throw missing }
      return try await source.status()
    }
    guard let status else { return .findings }
    if call.arguments.has(.json) {
      try output.json(status)
    } else {
      show(status, &output)
    }
    return status.isCurrent ? .success : .findings
  }

  private static func show(_ status: FleetStatus, _ output: inout Output) {
    let note = status.note.map { ", \($0.printable)" } ?? ""
    output.row("active", status.active == 0 ? "none" : "\(status.active)\(note)")
    if let staged = status.staged {
      let patience = status.stagedPatience.map { ", with a patience of \(Int($0.rounded(.up))) s" }
      output.row("staged", "\(staged)\(patience ?? "")")
    }
    if let refused = status.refused {
      let names = refused.reasons.keys.sorted().map(\.printable).joined(separator: ", ")
      output.row("refused", "\(refused.generation), by \(names)", .doubtful)
      for (name, reasons) in refused.reasons.sorted(by: { $0.key < $1.key }) {
        for reason in reasons {
          output.line("  \(name.printable): \(reason.message.printable) [\(reason.code)]")
        }
      }
    }
    for server in status.servers { show(server, status.active, &output) }
    if status.servers.isEmpty { output.row("servers", "none") }
  }

  private static func show(
    _ server: FleetStatus.Server,
    _ active: Int,
    _ output: inout Output
  ) {
    let name = server.name.printable
    guard let status = server.status else { return output.row("server", "\(name): gone", .remark) }
    let isCurrent = status.generation == active && status.isCurrent
    let routes = status.routeCount == 1 ? "1 route" : "\(status.routeCount) routes"
    output.row(
      "server",
      "\(name): generation \(status.generation), \(routes)",
      isCurrent ? .good : .bad
    )
    for reason in status.refused?.reasons ?? [] {
      output.line("  \(reason.message.printable) [\(reason.code)]")
    }
    if let fault = status.sourceFault { output.line("  \(fault.printable)") }
  }
}
