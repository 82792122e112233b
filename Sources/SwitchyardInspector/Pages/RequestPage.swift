import SwitchyardHTTP

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A recorded request with its waterfall: each handler whose turn came, its answer, and its time.
struct RequestPage {
  private let page: InspectorPage

  init(_ page: InspectorPage) { self.page = page }

  var response: ServerResponse {
    get async throws {
      guard page.configuration.showsRequests else { throw ResponseError(.notFound) }
      let number = page.request.parameters["number", as: Int.self]
      let filter = await page.filter([:])
      guard let record = number.flatMap({ page.inspector.recorder.record($0) }),
        filter.matches(record)
      else {
        return page.response(
          .requests,
          "No such request",
          #"<p>It is kept no longer, or never was. <a href="\#(page.url(""))">All requests</a></p>"#,
          status: .notFound
        )
      }
      return page.response(.requests, "Request \(record.number)", content(record))
    }
  }

  private func content(_ record: RequestRecord) -> HTML {
    let trace = record.trace
    let steps = trace.legs.reduce(0) { sum, leg in
      sum + leg.matchSteps + leg.steps.reduce(0) { $0 + $1.matchSteps }
    }
    let explain = page.url("/explain", ["url": record.target, "method": record.method])
    let link: HTML =
      trace.target.contains(RouteTrace.withheld) || trace.method == nil
      ? "" : #" · <a href="\#(explain)">Where does it lead?</a>"#
    return """
      <p class="summary"><code>\(record.method) \(record.target)</code> \(.status(record.status)) \
      \(outcome(trace.outcome))\(link)</p>
      <dl><dt>Time</dt><dd>\(.clock(record.second)) UTC, \(.time(trace.duration))</dd>
      <dt>Legs</dt><dd>\(trace.legs.count)</dd><dt>Steps of matching</dt><dd>\(steps)</dd>
      <dt>Identifier</dt><dd><code>\(trace.requestID ?? trace.id.uuidString)</code></dd></dl>
      <h2 id="waterfall">Waterfall</h2>
      \(Waterfall(trace).html)
      \(faults(trace))
      <p class="remark">A value that is withheld is \(RouteTrace.withheld); the router's traceValues asks for more.</p>
      <p><a href="\(page.url(""))">All requests</a></p>
      """
  }

  private func outcome(_ outcome: RouteTrace.Outcome) -> HTML {
    let name = outcome.name ?? outcome.pattern
    let by: HTML = name.map { " by <code>\($0)</code>" } ?? ""
    return "<span>\(outcome.description)\(by)</span>"
  }

  private func faults(_ trace: RouteTrace) -> HTML {
    let faults = trace.allFaults
    guard !faults.isEmpty else { return "" }
    let items = faults.map { fault -> HTML in
      let error: HTML = fault.error.map { ": <code>\($0)</code>" } ?? ""
      return
        #"<li><strong class="bad">\#(fault.code)</strong> after \#(.time(fault.time))\#(error)</li>"#
    }
    return #"<h2 id="faults">Faults</h2><ul>\#(items)</ul>"#
  }
}
