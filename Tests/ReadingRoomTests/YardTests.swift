import Switchyard
import SwitchyardHTTP
import Testing

@testable import ReadingRoom

/// The yard: whatever goes wrong there, only that dispatch ends.
@Suite struct YardTests {
  struct Case: Sendable, CustomTestStringConvertible {
    let mishap: YardOrder.Mishap
    let place: YardOrder.Place
    let stop: YardRun.Stop
    /// How a server would answer.
    let status: String
    /// What is reported; nothing where all is well.
    let reports: String?

    init(
      _ mishap: YardOrder.Mishap,
      _ place: YardOrder.Place,
      _ stop: YardRun.Stop,
      _ status: String,
      _ reports: String? = nil
    ) {
      self.mishap = mishap
      self.place = place
      self.stop = stop
      self.status = status
      self.reports = reports
    }

    var testDescription: String { "\(mishap) at \(place)" }
  }

  static let cases = [
    Case(.none, .points, .main, "200"),
    Case(.throwing, .signal, .gate, "403", "a wheel has come off"),
    Case(.throwing, .points, .points, "500", "a wheel has come off"),
    Case(.throwing, .track, .main, "500", "a wheel has come off"),
    Case(.dropping, .signal, .gate, "403", "never called"),
    Case(.dropping, .points, .points, "500", "never called"),
    Case(.dropping, .track, .main, "never said so", "never called"),
    Case(.silence, .signal, .gate, "403", "took longer than it may"),
    Case(.silence, .points, .points, "500", "took longer than it may"),
    Case(.silence, .track, .main, "504", "took longer than it may"),
    Case(.loop, .signal, .circle, "500", "more commits and redirects"),
  ]

  @Test(arguments: cases)
  func `what is broken is reported, and all others arrive`(_ row: Case) async {
    let run = await YardRouter.run(YardOrder(url: "/main/7", row.mishap, at: row.place))
    #expect(run.stop == row.stop)
    #expect(run.verdict.contains(row.status), "\(run.verdict)")
    #expect(run.reports.isEmpty == (row.reports == nil), "\(run.reports)")
    if let reports = row.reports {
      #expect(run.reports.contains { $0.contains(reports) }, "\(run.reports)")
    }
    #expect(run.others.arrived == 20)
  }

  /// Handlers that held their router would keep it for ever: a reader's click after another.
  @Test(arguments: cases)
  func `a router is gone once its run has ended`(_ row: Case) async throws {
    weak var router: Router?
    do {
      let yard = YardRouter(YardOrder(url: "/main/7", row.mishap, at: row.place))
      router = yard.router
      _ = await yard.run()
    }
    // Handlers that took too long may be on their way out.
    for _ in 0..<200 where router != nil { try await Task.sleep(for: .milliseconds(50)) }
    #expect(router == nil)
  }

  @Test(arguments: [
    ("/old/7", YardRun.Stop.bay, "200"), ("/closed/7", .closed, "403"),
    ("/nowhere", .nowhere, "404"),
    ("/%zz", .nowhere, "400"), ("", .nowhere, "404"), ("/main/7?x=<b>", .main, "200"),
  ])
  func `a URL finds its way`(_ url: String, _ stop: YardRun.Stop, _ status: String) async throws {
    let run = await YardRouter.run(YardOrder(url: url))
    #expect(run.stop == stop)
    #expect(run.verdict.contains(status), "\(run.verdict)")
    let query: QueryParameters = ["url": url, "do": "none"]
    let page = try await Reader().get("/yard?\(query)")
    #expect(page.code == 200)
    #expect(!page.says("<b>\""))
    #expect(page.says(#"<svg class="yard \#(stop.rawValue)""#))
  }

  @Test func `a signal is asked again on the road that points turn to`() async {
    let run = await YardRouter.run(YardOrder(url: "/old/7"))
    #expect(
      run.steps.map(\.says) == [
        "shows clear", "turn it on to /bay/7", "shows clear", "takes it in",
      ]
    )
  }

  @Test func `a query that is none asks for nothing`() {
    #expect(YardOrder([:]) == nil)
    #expect(YardOrder(["do": "nonsense", "url": "/main/7"]) == nil)
    #expect(YardOrder(["do": "loop", "at": "track", "url": "/main/7"])?.place == .signal)
  }
}
