import RoutePatterns
import Switchyard
import SwitchyardHTTP
import Testing

@testable import SwitchyardInspector

@Suite("The pages of an inspector") struct InspectorTests {
  // MARK: - Requests

  @Test func `requests are listed, the latest first, without its own`() async throws {
    let window = try Window()
    for target in ["/books/1", "/old/2", "/nothing"] { _ = try await window.get(target) }
    for rest in ["", "/routes", "/inspector.css", "/nothing"] { _ = try await window.page(rest) }
    let page = try await window.page()
    #expect(window.inspector.recorder.count == 3)
    let rows = page.text.split(separator: "<tr>").dropFirst(2).map { String($0) }
    #expect(rows.count == 3)
    #expect(rows[0].contains("/nothing") && rows[0].contains(">404<"))
    #expect(rows[1].contains("/old/2") && rows[1].contains(">200<") && rows[1].contains(">book<"))
    #expect(rows[2].contains("/books/1"))
  }

  @Test(arguments: [
    ("q=book", 2), ("q=OLD", 1), ("status=4", 1), ("method=POST", 1), ("q=404", 1),
    ("q=none+of+them", 0), ("method=POST&status=4", 0),
  ])
  func `requests are searched`(_ query: String, _ count: Int) async throws {
    let window = try Window()
    for target in ["/old/2", "/login", "/nothing"] { _ = try await window.get(target) }
    _ = try await window.send(.post, "/books")
    let page = try await window.page("?\(query)")
    #expect(page.text.split(separator: "<tr>").count - 2 == count)
  }

  @Test func `the results have the number of the last request, found or not`() async throws {
    let window = try Window()
    for target in ["/books/1", "/login"] { _ = try await window.get(target) }
    for query in ["", "?q=books", "?q=none+of+them"] {
      let page = try await window.page(query)
      #expect(page.says(#"<div id="results" data-after="2">"#), "\(query)")
    }
  }

  @Test func `a page goes on behind the latest of its rows, whatever comes meanwhile`()
    async throws
  {
    let window = try Window()
    let record = window.inspector.record
    let others = Task.detached {
      while !Task.isCancelled {
        record(RouteTrace(target: "/", outcome: .init(.handled)))
        await Task.yield()
      }
    }
    defer { others.cancel() }
    while window.inspector.recorder.count == 0 { await Task.yield() }
    for _ in 0..<50 {
      let page = try await window.page().text
      let after = try #require(page.firstMatch(of: /data-after="(\d+)"/)).1
      let first = try #require(page.firstMatch(of: /requests\/(\d+)"/)).1
      #expect(after == first)
    }
  }

  @Test func `a request opens to its waterfall`() async throws {
    let window = try Window()
    _ = try await window.get("/old/2")
    let page = try await window.page("/requests/1")
    let words = page.words
    for text in [
      "GET http://localhost/old/2".replacing("http://localhost", with: ""), "A proxy commits to",
      "proxyold shelf /old/:idcommits to /books/2id = 2", "mapbook /books/:id(\\d+)completesid = 2",
      "200 handled",
    ] {
      #expect(words.contains(text), "\(text) in \(words)")
    }
    #expect(page.text.split(separator: "<svg class=\"bar").count - 1 == 3)
    #expect(try await window.page("/requests/2").code == 404)
    #expect(try await window.page("/requests/99999999999999999999").code == 404)
  }

  @Test func `a fault and a guard's redirect are told`() async throws {
    let window = try Window()
    _ = try await window.get("/broken")
    _ = try await window.get("/admin/users")
    #expect(try await window.page("/requests/1").words.contains("broken /broken"))
    #expect(try await window.page("/requests/1").text.contains("badge s5"))
    #expect(try await window.page("/requests/2").words.contains("redirects to /login"))
  }

  @Test func `no body, cookie, query or field is kept or shown`() async throws {
    let window = try Window(values: [])
    let secret = "5ecret"
    _ = try await window.send(
      .post,
      "/books?token=\(secret)1",
      [.cookie: "a=\(secret)2", .authorization: "Bearer \(secret)3", "X-Field": "\(secret)4"],
      Array("\(secret)5".utf8)
    )
    _ = try await window.get("/books/5551234")
    for rest in ["", "/requests/1", "/requests/2", "/routes", "/explain?url=/books/1"] {
      let page = try await window.page(rest)
      #expect(!page.says(secret) && !page.says("5551234"), "\(rest)")
    }
  }

  @Test func `what is kept is bounded, by number and by bytes`() async throws {
    let window = try Window { configuration in
      configuration.requestLimit = 20
      configuration.byteLimit = 20_000
    }
    for number in 0..<300 { _ = try await window.get("/books/\(number)") }
    #expect(window.inspector.recorder.keptCount <= 20)
    #expect(try await window.page().says("/books/299"))
    let long = String(repeating: "9", count: 4_000)
    for _ in 0..<30 { _ = try await window.get("/books/\(long)") }
    #expect(window.inspector.recorder.keptCount <= 5)
    #expect(window.inspector.recorder.count == 330)
  }

  @Test func `each sees their own requests, and a request of nobody is shown to nobody`()
    async throws
  {
    let window = try Window { configuration in
      configuration.viewer = { $0.cookies["name"] }
    } _: { router in
      router.guard("/*", observing: true) { (context: RouteContext) async in
        if let name = context.exchange?.request.cookies["name"] {
          context.note(RouteInspector.viewer, name)
        }
        return .allow
      }
      Window.site(router)
    }
    _ = try await window.get("/books/1", [.cookie: "name=ada"])
    _ = try await window.get("/books/2", [.cookie: "name=bob"])
    _ = try await window.get("/books/3")
    let seen = { (name: String) async throws -> [String] in
      let page = try await window.page("", name.isEmpty ? [:] : [.cookie: "name=\(name)"])
      return (1...3).map { "/books/\($0)" }.filter { page.text.contains($0) }
    }
    #expect(try await seen("ada") == ["/books/1"])
    #expect(try await seen("bob") == ["/books/2"])
    #expect(try await seen("eve") == [])
    #expect(try await seen("") == [])
    #expect(try await window.page("/requests/1", [.cookie: "name=bob"]).code == 404)
    #expect(try await window.page("/requests/1", [.cookie: "name=ada"]).code == 200)
    #expect(try await window.page("/requests/3").code == 404)
  }

  @Test func `where no requests are shown, no page has any`() async throws {
    let window = try Window { $0.showsRequests = false }
    _ = try await window.get("/old/7")
    #expect(window.inspector.recorder.count == 1)
    let root = try await window.page()
    #expect(root.code == 200 && root.says("<h1>Routes</h1>") && root.says("8 of 8 routes"))
    #expect(!root.says("/old/7") && !root.says(#"href="/_switchyard">"#))
    let request = try await window.page("/requests/1")
    #expect(request.code == 404 && !request.says("/books/7"))
    let leads = try await window.page("/explain?url=/old/1")
    #expect(leads.code == 200 && !leads.words.contains("has committed"))
  }

  // MARK: - Routes

  @Test(arguments: [
    ("", 8), ("q=book", 2), ("kind=guard", 1), ("method=POST", 2), ("tag=Private", 1),
    ("kind=map&guard=none", 4), ("guard=1", 1), ("q=%5C%5Cd", 0), ("q=(%5Cd%2B%2B)", 1),
    ("q=nothing", 0),
  ])
  func `routes are searched and filtered`(_ query: String, _ count: Int) async throws {
    let page = try await Window().page("/routes?\(query)")
    #expect(page.words.contains("\(count) of 8 routes."), "\(page.words.prefix(600))")
  }

  @Test func `a route has its expression, its guards and its figures`() async throws {
    let window = try Window()
    for _ in 0..<5 { _ = try await window.get("/books/1") }
    let page = try await window.page("/routes?q=/books/:id")
    #expect(page.says("<code>^/books/(\\d++)$</code>"))
    let row = try #require(page.text.split(separator: "<tr>").last)
    #expect(row.contains(#"<td class="number">5</td>"#))
    #expect(row.contains(" ms</td>"))
    let users = try await window.page("/routes?q=/admin/users")
    #expect(users.says("<td>staff</td>"))
  }

  @Test func `where each sees their own requests, no route has figures, which are of all`()
    async throws
  {
    let columns = [">Hits<", ">p50<", ">p99<", ">Last seen<"]
    for hasViewer in [false, true] {
      let window = try Window { configuration in
        if hasViewer { configuration.viewer = { $0.cookies["name"] } }
      }
      for _ in 0..<9 { _ = try await window.get("/books/1", [.cookie: "name=bob"]) }
      let page = try await window.page("/routes?q=/books/:id", [.cookie: "name=ada"])
      #expect(page.code == 200)
      for column in columns { #expect(page.says(column) != hasViewer, "\(column)") }
      #expect(page.says(#"<td class="number">9</td>"#) != hasViewer)
      #expect(page.says(" ms</td>") != hasViewer)
      let heads = page.text.split(separator: "<th ").count - 1
      let row = try #require(page.text.split(separator: "<tr>").last)
      #expect(row.split(separator: "<td").count == heads)
    }
  }

  @Test func `many routes are shown page by page`() async throws {
    let window = try Window { _ in
    } _: { router in
      for number in 0..<250 {
        router.get((try? RoutePattern(parsing: "/r\(number)")) ?? "/") { _ in .text("") }
      }
    }
    let first = try await window.page("/routes")
    #expect(first.says("250 of 250 routes") && first.says("Page 1 of 3"))
    #expect(first.says("<code>/r99</code>") && !first.says("<code>/r100</code>"))
    let last = try await window.page("/routes?page=3")
    #expect(last.says("<code>/r249</code>") && !last.says("<code>/r199</code>"))
    for page in ["0", "-1", "9", "99999999999999999999", "x"] {
      #expect(try await window.page("/routes?page=\(page)").code == 200)
    }
  }

  @Test func `a route that comes or goes is seen`() async throws {
    let window = try Window()
    #expect(try await window.page("/routes").says("8 of 8 routes"))
    let id = window.router.get("/late", name: "late") { _ in .text("") }
    #expect(try await window.page("/routes").says("9 of 9 routes"))
    #expect(try await window.page("/coverage?q=late").says("/late"))
    window.router.dispose(of: id)
    #expect(try await window.page("/routes").says("8 of 8 routes"))
    #expect(try await !window.page("/coverage").says("/late"))
  }

  @Test(arguments: ["", "/routes", "/coverage"])
  func `no more is searched for than the form takes`(_ rest: String) async throws {
    let window = try Window()
    // The matrix is waited for longer than by the pages.
    _ = try await window.page("/matrix.svg")
    let text = String(repeating: "é", count: 150)
    let query: QueryParameters = ["q": text]
    let page = try await window.page("\(rest)?\(query)")
    #expect(page.says(#"value="\#(text.prefix(100))""#) && !page.says(String(text.prefix(101))))
    #expect(RequestFilter(["q": "x\(text)"]).text == "x\(text.prefix(99))")
  }

  @Test func `coverage names a guard that is required and does not exist`() async throws {
    let window = try Window({ _ in }) { router in
      router.guard("/*", name: "signed") { (_: RouteContext) async in .allow }
      router.get("/loans/:id", access: .requires("crad")) { _ in .text("") }
    }
    let words = try await window.page("/coverage").words
    #expect(words.contains("1 route lacks what is required"))
    #expect(words.contains("No guard that can turn somebody away has the name \"crad\""))
    #expect(!words.contains("All that is required is covered."))
  }

  @Test func `of more cells than there may be no matrix is made, and the pages say so`()
    async throws
  {
    // A guard, and six maps and fallbacks behind it.
    let window = try Window { $0.cellLimit = 5 }
    let coverage = try await window.page("/coverage")
    #expect(coverage.code == 200 && coverage.says("too many guards and routes for a matrix"))
    let drawing = try await window.page("/matrix.svg")
    #expect(drawing.code == 503 && drawing.says("cellLimit"))
    let routes = try await window.page("/routes")
    #expect(routes.says("8 of 8 routes. There are too many guards and routes"))
    let most = try Window { $0.cellLimit = 6 }
    #expect(try await most.page("/matrix.svg").code == 200)
  }

  // MARK: - Escaping

  @Test func `nothing that is drawn is markup`() async throws {
    let evil = #""><script>alert('1')</script>"#
    let coded = "%22%3E%3Cscript%3Ealert('1')%3C/script%3E"
    let window = try Window {
      $0.title = evil
    } _: { router in
      router.guard("/*", name: evil) { (context: RouteContext) async in
        context.note(evil, evil)
        return .allow
      }
      router.get("/x/:id", tags: [RouteTag(evil)], name: evil, access: .public(evil)) { _ in
        .text("")
      }
    }
    _ = try await window.get("/x/\(coded)?\(coded)=\(coded)")
    for rest in [
      "", "?q=\(coded)&method=\(coded)", "/requests/1", "/routes",
      "/routes?q=\(coded)&kind=\(coded)&tag=\(coded)",
      "/coverage", "/coverage?q=\(coded)", "/explain?url=/x/\(coded)&method=\(coded)",
      "/explain?url=\(coded)", "/matrix.svg", "/tree?at=\(coded)",
    ] {
      let page = try await window.page(rest)
      #expect(!page.text.contains("<script>alert"), "\(rest)")
      #expect(page.code == 200, "\(rest)")
    }
  }

  @Test func `without a tree the page says so`() async throws {
    let page = try await Window().page("/tree")
    #expect(page.says("There is no tree to look at yet."))
    #expect(!page.says(#"href="/_switchyard/tree""#))
  }

  @Test func `a router that is gone is not looked at`() async throws {
    let host = Router(.server)
    let inspector = RouteInspector()
    try host.mountInspector(inspector, access: .everybody("a test"), inspecting: Router(.server))
    let responder = try RouteResponder(router: host)
    // Another router is kept.
    #expect(await responder.respond(to: RequestHead(.get, "/_switchyard/routes")).status == .ok)
  }
}
