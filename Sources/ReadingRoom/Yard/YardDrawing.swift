import SwitchyardHTTP

/// The page of the yard: a drawing of its tracks, buttons, and what became of the URL.
struct YardDrawing: Sendable {
  static let title = "The yard"
  static let summary =
    "Send a URL into a switchyard: past signals, over points, on to a track. Then break something, and see what stays whole."

  let order: YardOrder
  /// The end of its way; `nil` before anything is sent.
  let run: YardRun?

  var page: HTML {
    """
    <h1>The yard</h1>
    <p>A URL rolls in from the left. The <b>signals</b> on its way must all show clear: they are guards. <b>Points</b> may turn it \
    on to another road: they are proxies, and on a new road every signal is asked again. Then a <b>track</b> takes it in: a map.</p>
    \(svg)\(form)\(report)
    """
  }

  // MARK: - Asking

  private var form: HTML {
    let urls = ["/main/7", "/bay/7", "/old/7", "/closed/7", "/nowhere"].map { url -> HTML in
      #"<option value="\#(url)"></option>"#
    }
    let places = YardOrder.Place.allCases.map { place -> HTML in
      let mark: HTML = place == order.place ? " checked" : ""
      return
        #"<label><input type="radio" name="at" value="\#(place.rawValue)"\#(mark)> \#(place.label)</label>"#
    }
    let buttons = YardOrder.Mishap.allCases.map { mishap -> HTML in
      let kind: HTML = mishap == .none ? "" : #" class="plain""#
      return #"<button name="do" value="\#(mishap.rawValue)"\#(kind)>\#(mishap.label)</button>"#
    }
    return """
      <form class="yard" action="/yard" method="get">
      <p><label for="url">A URL</label><input id="url" name="url" value="\(order.url)" maxlength="200" list="urls" \
      autocomplete="off" spellcheck="false"><datalist id="urls">\(urls)</datalist></p>
      <fieldset><legend>If something goes wrong, it goes wrong at</legend>\(places)</fieldset>
      <p class="buttons">\(buttons)</p></form>
      """
  }

  // MARK: - Telling

  private var report: HTML {
    guard let run else { return "" }
    let steps = run.steps.map { step -> HTML in
      """
      <li><b>\(Self.name(of: step))</b> <code>\(step.pattern)</code> \(step.says)</li>
      """
    }
    let faults = run.reports.map { fault -> HTML in #"<pre tabindex="0">\#(fault)</pre>"# }
    let reported: HTML =
      run.reports.isEmpty
      ? "" : "<h3>What the router reports</h3>\(faults)"
    let others = run.others
    return """
      <section aria-labelledby="report"><h2 id="report">What happened</h2>
      <p role="status" class="\(run.hasArrived ? "runs" : "error")">\(run.verdict)</p>
      <ol class="steps">\(steps)</ol>
      <p>That took \(Self.milliseconds(run.took)). Meanwhile \(others.count) other wagons went through the same yard, past the same \
      signals and over the same points. <b>\(others.arrived) of them arrived</b>, the slowest after \
      \(Self.milliseconds(others.slowest)).</p>
      \(reported)</section>
      """
  }

  private static func name(of step: YardRun.Step) -> String {
    switch step.kind {
    case .guard: "The signal"
    case .proxy: "The points"
    default: "The track"
    }
  }

  private static func milliseconds(_ time: Duration) -> String {
    let (seconds, attoseconds) = time.components
    let microseconds = seconds * 1_000_000 + attoseconds / 1_000_000_000_000
    return microseconds < 10_000
      ? "\(microseconds / 1000).\(microseconds % 1000 / 100) ms" : "\(microseconds / 1000) ms"
  }

  // MARK: - Drawing

  private var svg: HTML {
    let stop = run?.stop.rawValue ?? "rest"
    let isClear = run.map { $0.stop != .gate } ?? true
    return """
      <svg class="yard \(stop)" viewBox="0 0 640 200" role="img" aria-labelledby="yard-title yard-text">
      <title id="yard-title">The tracks of the yard</title><desc id="yard-text">\(run?.verdict ?? "Nothing has been sent yet.")</desc>
      <g class="rails"><path d="M0 100H620"></path><path d="M250 100C290 100 290 40 330 40H620"></path>\
      <path d="M250 100C290 100 290 160 330 160H620"></path></g>
      <g class="rails buffers"><path d="M620 30V50M620 90V110M620 150V170"></path></g>
      <g class="labels"><text x="610" y="28">/main</text><text x="610" y="88">/bay</text><text x="610" y="148">/closed</text></g>
      \(signal(x: 110, y: 100, isClear: isClear))\(signal(x: 380, y: 160, isClear: false))
      <circle class="points" cx="250" cy="100" r="7"></circle>
      <g class="wagon"><rect x="-38" y="-21" width="76" height="22" rx="4"></rect><circle cx="-22" cy="2" r="6"></circle>\
      <circle cx="22" cy="2" r="6"></circle><text y="-6">\(Self.short(order.url))</text></g>
      </svg>
      """
  }

  private func signal(x: Int, y: Int, isClear: Bool) -> HTML {
    """
    <g class="signal \(isClear ? "clear" : "danger")"><path d="M\(x) \(y + 4)V\(y - 30)"></path>\
    <circle cx="\(x)" cy="\(y - 36)" r="8"></circle></g>
    """
  }

  private static func short(_ url: String) -> String {
    url.count > 10 ? "\(url.prefix(9))…" : url
  }
}
