import NavigationTree
import SwitchyardHTTP

/// The handlers of a trace one below the other, each with a bar where its time lies.
struct Waterfall {
  private let trace: RouteTrace
  /// The time that the whole width stands for, in nanoseconds.
  private let whole: Int64

  init(_ trace: RouteTrace) {
    self.trace = trace
    let ends = trace.steps.map { $0.start + ($0.wait ?? 0) + ($0.duration ?? 0) }
    whole = max(1, trace.duration, ends.max() ?? 0)
  }

  var html: HTML {
    let legs = trace.legs.enumerated().map { number, leg in rows(leg, number) }
    return """
      <div class="scroll" tabindex="0" role="region" aria-labelledby="waterfall"><table class="waterfall">
      <thead><tr><th scope="col">Kind</th><th scope="col">Route</th><th scope="col">Answer</th>\
      <th scope="col">Parameters</th><th scope="col">When</th><th scope="col">Waited</th>\
      <th scope="col">Took</th></tr></thead>
      \(legs)<tbody><tr class="end"><td>response</td><td></td><td>\(.status(trace.status)) \
      \(trace.outcome.code.rawValue)</td><td></td><td>\(bar("response", trace.duration, 0, 0))</td>\
      <td></td><td class="number">\(.time(trace.duration))</td></tr></tbody></table></div>
      """
  }

  private func rows(_ leg: RouteTrace.Leg, _ number: Int) -> HTML {
    let head: HTML = """
      <tr class="leg"><th scope="rowgroup" colspan="7">\(cause(leg.cause, number)) \
      <code>\(trace.shown(leg.target))</code>, looked up in \(.time(leg.lookup))</th></tr>

      """
    return "<tbody>\(head)\(leg.steps.map(row))</tbody>"
  }

  private func cause(_ cause: RouteTrace.Leg.Cause, _ number: Int) -> String {
    switch cause {
    case .opening: "Asked for"
    case .commit: "A proxy commits to"
    case .redirect: "A guard redirects to"
    case .anew: "Begun anew for"
    default: "Leg \(number + 1), \(cause):"
    }
  }

  private func row(_ step: RouteTrace.Step) -> HTML {
    let (wait, time) = (step.wait ?? 0, step.duration ?? 0)
    let parameters = step.parameters.map { "\($0.name) = \($0.value ?? RouteTrace.withheld)" }
    let queue: HTML = step.queue.map { " on \($0)" } ?? ""
    let again: HTML = step.isAskedAgain ? #" <span class="faint">again</span>"# : ""
    return """
      <tr><td>\(step.kind.rawValue)</td>\
      <td>\(step.name ?? "") <code>\(step.pattern)</code>\(again)</td>\
      <td>\(answer(step))</td><td><code>\(parameters.joined(separator: ", "))</code></td>\
      <td>\(bar(step.kind.rawValue, time, step.start + wait, wait))</td>\
      <td class="number">\(step.wait == nil ? "" : .time(wait))\(queue)</td>\
      <td class="number">\(step.duration == nil ? "" : .time(time))</td></tr>
      \(notes(step))
      """
  }

  private func answer(_ step: RouteTrace.Step) -> HTML {
    let style =
      switch step.answer {
      case .allows, .passes, .completes, .answersItself: "good"
      case .commits, .redirects, .vanishes: "doubtful"
      default: "bad"
      }
    let hop: HTML = step.hop.map { " to <code>\(trace.shown($0))</code>" } ?? ""
    let error: HTML = step.error.map { ": <code>\($0)</code>" } ?? ""
    return #"<span class="\#(style)">\#(step.answer.words)</span>\#(hop)\#(error)"#
  }

  /// A bar from where the time begins; an attribute of SVG places it, as the policy of the pages
  /// allows no styles of elements.
  private func bar(_ kind: String, _ time: Int64, _ start: Int64, _ wait: Int64) -> HTML {
    let place = { (time: Int64) in Int(min(1000, max(0, time) * 1000 / whole)) }
    let waiting: HTML =
      wait == 0
      ? ""
      : #"<rect class="wait" x="\#(place(start - wait))" y="9" width="\#(place(wait))" height="4"/>"#
    return """
      <svg class="bar \(kind)" viewBox="0 0 1000 22" preserveAspectRatio="none" aria-hidden="true">\
      <path class="axis" d="M0 21H1000"/>\(waiting)\
      <rect x="\(place(start))" y="3" width="\(max(6, place(time)))" height="16"/></svg>
      """
  }

  /// The change of a tree, and what else a handler has noted.
  private func notes(_ step: RouteTrace.Step) -> HTML {
    var notes: [HTML] = []
    if let tree = step.tree {
      notes.append(
        "state <code>\(tree.before.description)</code> → <code>\(tree.after.description)</code>"
      )
    }
    let others = step.notes.filter { !$0.key.hasPrefix("tree") && $0.key != RouteInspector.viewer }
    for (key, value) in others.sorted(by: { $0.key < $1.key }) {
      notes.append("\(key): <code>\(value.shortened)</code>")
    }
    guard !notes.isEmpty else { return "" }
    return
      #"<tr class="notes"><td></td><td colspan="6">\#(notes.map { note in "<p>\(note)</p>" as HTML })</td></tr>"#
  }
}

extension RouteTrace.Answer {
  /// The answer in words; those of another version as they are.
  fileprivate var words: String {
    switch self {
    case .answersItself: "answers itself"
    case .throwsError: "throws"
    case .dropsAnswer: "drops its answer"
    case .timesOut: "takes too long"
    default: rawValue
    }
  }
}
