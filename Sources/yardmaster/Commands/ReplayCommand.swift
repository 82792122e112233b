import SwitchyardProof

extension Command {
  static let replay = Command(
    "replay",
    "looks up the requests of access logs",
    operands: [.init(name: "LOG", repeats: true)],
    options: ReplayOptions.options + RouterPolicies.routerOptions + [.json],
    discussion: """
      Looks up each request of the logs as a server with the routes of --routes would,
      and says which route took how many, what is answered 404 and 405 and which route
      is nearest to it, which routes took none, and with --against what has changed
      since the routes of another manifest. No handler runs, and no guard or proxy is
      asked.

      A LOG is a file, or - for standard input; gzip is read as it stands. Its lines
      are of the common or combined format, or any with the request between quotes, or
      objects of JSON as nginx, Caddy, Envoy and this server write them. Lines that
      cannot be read are counted, and the first are named. Requests that come often
      are counted in bounded memory; where there were too many different ones, the
      least and the most that each may have come are shown. Of URLs only the paths are
      shown, never queries; whoever has secrets in paths finds them here as well.

      Ends with 0, with 1 where fewer routes took requests than --fail-under asks for,
      and with 2 where a log cannot be read or has no line of a request, or where
      there is no map or fallback for --fail-under to ask about.
      """,
    examples: [
      "yardmaster replay access.log --routes routes.txt",
      "yardmaster replay access.log.1.gz access.log -r routes.txt --against old.txt",
      "yardmaster replay --routes routes.txt --fail-under 10 --json - < access.log",
      "yardmaster replay access.log -r routes.txt --site https://example.com --top 3",
    ]
  ) { call, output in
    let policies = try RouterPolicies(call.arguments, call.syntax)
    let options = try ReplayOptions(call)
    let (new, old) = try options.tables(call, policies, &output)
    let kinds = Set(new.manifest.entries.map(\.route.kind))
    if options.failUnder != nil, kinds.isDisjoint(with: [.map, .fallback]) {
      let name = new.manifest.name?.printable ?? ""
      output.error(
        "\(name): error: There is no map or fallback here, and no share of them can be asked for. "
          + "Give --routes a manifest that has one, or leave out --fail-under."
      )
      return .usage
    }
    var replay = RouteReplay(
      on: new.routes,
      against: old?.routes,
      format: options.format,
      site: options.site
    )
    let progress = ReplayProgress(isShown: call.logs.showsProgress)
    do {
      for path in call.arguments.operands {
        replay.beginLog(path == "-" ? "standard input" : path.printable)
        try LogReading.read(path, call.logs) { bytes in
          replay.read(bytes)
          progress.update(replay.lineCount)
        }
        // Of several logs one may be empty, as one that has just begun.
        let isRead = replay.endLog()
        guard isRead || call.arguments.operands.count > 1 && !replay.hasLines else {
          throw LogError(.nothing(replay.report().badLines), in: path)
        }
      }
    } catch {
      progress.end()
      throw error
    }
    progress.end()
    let report = replay.report(most: options.most)
    guard report.requests + report.requestless > 0 else {
      throw LogError(.nothing(report.badLines), in: call.arguments.operands[0])
    }
    if call.arguments.has(.json) {
      try output.json(report)
    } else {
      ReplayText(report, isCompared: old != nil).show(&output)
    }
    guard let least = options.failUnder, report.coverage < least else { return .success }
    let share = ReplayText.percent(report.coverage)
    output.error(
      "replay: \(share) of the routes took requests, less than --fail-under \(least) asks for."
    )
    return .findings
  }
}
