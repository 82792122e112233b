import SwitchyardProof

/// Says where a URL leads: what a server would answer, who decides before, and what nearly matches.
struct ExplainPage {
  private let page: InspectorPage
  private let url: String?
  private let method: RequestMethod

  init(_ page: InspectorPage) {
    self.init(page, page.request.query)
  }

  private init(_ page: InspectorPage, _ query: QueryParameters) {
    self.page = page
    url = query["url"].map { String($0.prefix(4_000)) }
    method = query["method"].flatMap { RequestMethod(rawValue: $0) } ?? .get
  }

  var response: ServerResponse { get async { await response("") } }

  /// Asks the guards themselves, which really run.
  var asking: ServerResponse {
    get async throws {
      let form = try await page.request.body.form(upTo: 1 << 14)
      guard page.configuration.asksGuards else { throw ResponseError(.forbidden) }
      let page = ExplainPage(page, form)
      return await page.response(await page.asked(asMe: form["as"] == "me"))
    }
  }

  private func response(_ asked: HTML) async -> ServerResponse {
    page.response(
      .explain,
      "Where does a URL lead?",
      """
      <form class="filter" method="get" action="\(page.url("/explain"))" data-live>
      <div class="wide"><label for="url">URL or path</label>\
      <input id="url" name="url" value="\(url ?? "")" maxlength="4000" autocomplete="off"></div>
      \(InspectorPage.choice("method", "Method", methods, method.rawValue))
      <button>Explain</button></form>
      <div id="results">\(asked)\(await answer)</div>
      """
    )
  }

  private var methods: [(value: String, text: String)] {
    let known = RequestMethod.known
    return (known + (known.contains(method) ? [] : [method])).map { ($0.rawValue, $0.rawValue) }
  }

  // MARK: - The answer

  private var answer: HTML {
    get async {
      guard let url, !url.isEmpty else {
        return "<p>Give a path such as <code>/</code>, or a whole URL where the host matters.</p>"
      }
      let request = page.router.explain(method, url)
      let explanation = request.routes
      guard explanation.target != nil else {
        return """
          <p class="bad" role="status">No route is asked: the server answers \(request.status?.code ?? 400).</p>
          <pre class="caret" tabindex="0" role="region" aria-label="The fault">\(explanation.rejection ?? "")</pre>
          """
      }
      let taking = explanation.candidates.filter(\.takesPart)
      let filter = await page.filter([:])
      return """
        <p role="status" class="answer">\(sentence(request))</p>
        \(deciders(explanation, filter))
        \(form(explanation))
        \(taking.isEmpty ? "" : table("Routes that take part", taking, explanation))
        \(near(request))
        """
    }
  }

  /// The answer of the server in one sentence, with those who decide before.
  private func sentence(_ request: RequestExplanation) -> HTML {
    let explanation = request.routes
    let target: HTML =
      "<code>\(request.method.rawValue) \(explanation.target?.description ?? "")</code>"
    let proxies = explanation.running.filter { $0.route.kind == .proxy }
    let guards = explanation.running.filter {
      $0.route.kind == .guard && $0.route.isObserving != true
    }
    if let first = proxies.first {
      let rest: HTML =
        explanation.chosen.map { "If it goes on, it is <strong>\(Self.name($0))</strong>." }
        ?? "If it goes on: \(request.answer)"
      return "\(target): the proxy <strong>\(first.route.title)</strong> decides first. \(rest)"
    }
    guard let chosen = explanation.chosen else {
      let allow: HTML = request.allow.map { allow in ", with Allow: <code>\(allow)</code>" } ?? ""
      guard let status = request.status else { return "\(target): \(request.answer)" }
      let answer: HTML =
        "\(target) is answered with \(.status(status.code)) \(status.reason)\(allow)."
      if let refused = explanation.refused { return "\(answer) \(refused.failure ?? "")" }
      return status == .methodNotAllowed
        ? "\(answer) A map for another method matches, so no fallback runs." : answer
    }
    let condition: HTML =
      guards.isEmpty
      ? "; no guard is asked"
      : ", if \(guards.map(\.route.title).joined(separator: " and ")) \(guards.count == 1 ? "allows" : "allow")"
    return "\(target) leads to <strong>\(Self.name(chosen))</strong>\(condition)."
  }

  private static func name(_ candidate: RouteExplanation.Candidate) -> String {
    "\(candidate.route.kind.rawValue) \(candidate.route.title)"
  }

  /// The commits of proxies that were seen.
  private func deciders(_ explanation: RouteExplanation, _ filter: RequestFilter) -> HTML {
    guard page.configuration.showsRequests else { return "" }
    let seen = explanation.running.filter { $0.route.kind == .proxy }.flatMap { proxy -> [HTML] in
      guard let id = proxy.route.id else { return [] }
      return page.inspector.recorder.commits(of: id, filter).map { commit in
        "<li>\(proxy.route.title) has committed <code>\(commit.from)</code> to <code>\(commit.to)</code></li>"
      }
    }
    return seen.isEmpty ? "" : "<ul>\(seen)</ul>"
  }

  /// The button that asks the guards; by POST, as they may do anything.
  private func form(_ explanation: RouteExplanation) -> HTML {
    let isGuarded = explanation.running.contains {
      $0.route.kind == .guard && $0.route.isObserving != true
    }
    guard isGuarded, page.configuration.asksGuards else { return "" }
    return """
      <form class="ask" method="post" action="\(page.url("/explain"))">
      <input type="hidden" name="url" value="\(url ?? "")">\
      <input type="hidden" name="method" value="\(method.rawValue)">
      <p>What would the guards say? They really run, with all that they do.</p>
      <button name="as" value="nobody">Ask them as a stranger</button>
      <button name="as" value="me">Ask them as me</button></form>
      """
  }

  /// Asks the guards, with the visitor's own cookies and credentials or without any.
  private func asked(asMe: Bool) async -> HTML {
    guard let url, let responder = try? RouteResponder(router: page.router) else { return "" }
    let own = page.request
    var head = RequestHead(method, url)
    head.scheme = own.scheme
    head.fields[.host] = own.fields[.host] ?? "localhost"
    if asMe {
      head.remoteAddress = own.exchange.head.remoteAddress
      for name in [.cookie, .authorization] as [HeaderField.Name] {
        head.fields[name] = own.fields[name]
      }
    }
    let answer = await responder.askGuards(about: head)
    let who = asMe ? "You" : "A stranger"
    guard let response = answer.response else {
      return #"<p role="status" class="asked good">\#(who): all guards allow it.</p>"#
    }
    let location: HTML =
      response.fields[.location].map { place in " to <code>\(place.withoutQueryValues)</code>" }
      ?? ""
    return """
      <p role="status" class="asked">\(who): the guards answer \(.status(response.status.code))\(location).</p>
      """
  }

  // MARK: - Tables

  private func table(
    _ label: String,
    _ candidates: [RouteExplanation.Candidate],
    _ explanation: RouteExplanation
  ) -> HTML {
    let rows = candidates.map { candidate -> HTML in
      let route = candidate.route
      let parameters = candidate.parameters.map { $0.path.isEmpty ? "" : "\($0.path)" } ?? ""
      return """
        <tr><td>\(route.kind.rawValue)</td><td>\(route.tags.methodsText)</td>\
        <td><code>\(route.pattern)</code></td><td>\(route.name ?? "")</td>\
        <td class="\(candidate.verdict.rawValue)">\(Self.verdict(of: candidate, explanation))</td>\
        <td><code>\(parameters)</code></td><td><code>\(route.regex ?? "")</code></td></tr>

        """
    }
    return """
      <h2>\(label)</h2>\(InspectorPage.table(
        label, ["Kind", "Methods", "Pattern", "Name", "Verdict", "Parameters", "Expression"], rows))
      """
  }

  private static func verdict(
    of candidate: RouteExplanation.Candidate,
    _ explanation: RouteExplanation
  ) -> String {
    guard candidate.verdict == .runs else { return explanation.verdictText(of: candidate) }
    switch candidate.route.kind {
    case .guard: return candidate.route.isObserving == true ? "looks on" : "is asked"
    case .proxy: return "decides first"
    default: return explanation.verdictText(of: candidate)
    }
  }

  /// The maps that nearly match, with the part that does marked.
  private func near(_ request: RequestExplanation) -> HTML {
    let explanation = request.routes
    guard let target = explanation.target, explanation.refused == nil,
      explanation.chosen?.route.kind != .map
    else { return "" }
    let misses = explanation.nearMisses(most: 5)
    guard !misses.isEmpty else { return "" }
    let items = misses.map { candidate -> HTML in
      let methods = candidate.route.tags.methodsText
      guard let part = PartialMatch(candidate, target) else {
        return """
          <li><code>\(methods) \(candidate.route.pattern)</code>: \
          \(explanation.verdictText(of: candidate))</li>
          """
      }
      return """
        <li><p><strong>\(methods) \(candidate.route.title)</strong>: \(part.reason)</p>
        <dl class="near"><dt>pattern</dt><dd>\(Self.marked(part.pattern))</dd>\
        <dt>path</dt><dd>\(Self.marked(part.path))</dd>\
        <dt>expression</dt><dd>\(Self.marked(part.regex))</dd></dl></li>
        """
    }
    return #"<h2 id="near">What nearly matches</h2><ol class="misses">\#(items)</ol>"#
  }

  private static func marked(_ halves: PartialMatch.Halves) -> HTML {
    "<code><mark>\(halves.matched)</mark>\(halves.rest)</code>"
  }
}

extension RouteExplanation.Candidate {
  /// Whether the route would be asked, or is one that would if others were not.
  fileprivate var takesPart: Bool {
    switch verdict {
    case .runs, .hidden, .excepted, .undecided, .refused, .aroundNothing: true
    case .skippedByTag: isOfRival
    case .gone, .mismatch: false
    }
  }
}

extension String {
  /// The address without what its query says.
  fileprivate var withoutQueryValues: String {
    guard let mark = firstIndex(where: { $0 == "?" || $0 == "#" }) else { return self }
    return self[..<mark] + "?\(RouteTrace.withheld)"
  }
}
