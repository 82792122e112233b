import RoutePatterns
import Switchyard
import SwitchyardHTTP
import SwitchyardLocks
import SwitchyardProof
import TestSupport
import Testing

#if canImport(FoundationXML)
  import FoundationXML
#endif
import Foundation

@Suite("The matrix of guards and routes") struct GuardMatrixTests {
  private func router(_ register: (Router) -> Void) -> Router {
    var configuration = Router.Configuration.server
    configuration.onFault = { _ in }
    let router = Router(configuration)
    register(router)
    return router
  }

  struct Case: Sendable, CustomTestStringConvertible {
    let guardian: RoutePattern
    var methods: [RequestMethod] = []
    var exceptions: [GuardException] = []
    let map: RoutePattern
    let cover: GuardMatrix.Cover
    var example: String?

    var testDescription: String { "\(guardian.text) \(methods) before \(map.text)" }
  }

  static let cases = [
    Case(guardian: "/*", map: "/admin/users", cover: .covered),
    Case(guardian: "/admin/*", map: "/admin/users", cover: .covered),
    Case(guardian: "/admin/users", map: "/admin/users", cover: .covered),
    Case(guardian: "/admin/*", map: "/books/:id", cover: .open),
    Case(guardian: "/admin/users", map: "/admin/logs", cover: .open, example: "/admin/logs"),
    Case(guardian: "/admin/:id(\\d+)", map: "/admin/:id", cover: .open),
    Case(
      guardian: "/*",
      methods: [.post],
      map: "/admin/users",
      cover: .open,
      example: "/admin/users"
    ),
    Case(guardian: "/*", methods: [.get], map: "/admin/users", cover: .covered),
    Case(guardian: "/*", exceptions: ["/admin/users"], map: "/admin/users", cover: .open),
    Case(
      guardian: RoutePattern("/admin/:name", where: ["name": .check { $0 != "users" }]),
      map: "/admin/users",
      cover: .unknown
    ),
  ]

  @Test(arguments: cases) func `a cell says whether the guard is asked about all of a route`(
    _ row: Case
  ) throws {
    let router = router { router in
      router.guard(row.guardian, methods: row.methods, except: row.exceptions, name: "staff") { _ in
        .allow
      }
      router.get(row.map) { _ in .text("") }
    }
    let matrix = router.guardMatrix(allExceptPublic: true)
    let cell = try #require(matrix.rows.first?.cells.first)
    #expect(cell.cover == row.cover)
    if let example = row.example { #expect(cell.example == example) }
    #expect((cell.example != nil) == (row.cover == .open))
    // Alone it is asked as all together are.
    #expect(matrix.rows[0].together.cover == row.cover)
    #expect(matrix.holes.isEmpty == (row.cover == .covered))
  }

  @Test func `a drawing takes as long as it has cells`() throws {
    let small = router { router in
      router.guard("/a/*", name: "a") { _ in .allow }
      router.get("/a/:id") { _ in .text("") }
    }
    .guardMatrix()
    let row = try #require(small.rows.first)
    let cells = [GuardMatrix.Cell](repeating: row.cells[0], count: 4)
    let rows = [GuardMatrix.Row](
      repeating: GuardMatrix.Row(
        route: row.route,
        cells: cells,
        together: row.together,
        findings: row.findings
      ),
      count: 400
    )
    let matrix = GuardMatrix(
      guards: [RouteDescription](repeating: small.guards[0], count: 4),
      rows: rows,
      findings: []
    )
    let time = { (limit: Int) in
      let times = (0..<3).map { _ in
        let start = threadTime()
        _ = matrix.svg(limit: limit)
        return threadTime() - start
      }
      return times.min() ?? .zero
    }
    // Ten times as many rows: where the labels of all were gone through for each cell, it was a
    // hundred times as long.
    let ratio = time(400) / time(40)
    #expect(ratio < 35, "\(ratio)")
  }

  @Test func `a hole is what is required and missing, by name, tag or at all`() {
    let router = router { router in
      router.guard("/a/*", name: "a") { _ in .allow }
      router.guard("/b/*", name: "b") { _ in .allow }
      router.guard("/*", observing: true, name: "looker") { _ in .allow }
      router.get("/a/1", name: "right", access: .requires("a")) { _ in .text("") }
      router.get("/a/2", name: "wrong", access: .requires("b")) { _ in .text("") }
      router.get("/c", name: "bare") { _ in .text("") }
      router.get("/d", tags: ["Private"], name: "tagged") { _ in .text("") }
      router.get("/e", name: "public", access: .public("a test")) { _ in .text("") }
    }
    let names = { (matrix: GuardMatrix) in matrix.holes.map { $0.route.name ?? "" } }
    #expect(names(router.guardMatrix()) == ["wrong"])
    #expect(names(router.guardMatrix(requiring: ["Private"])) == ["wrong", "tagged"])
    #expect(names(router.guardMatrix(allExceptPublic: true)) == ["wrong", "bare", "tagged"])
    // Who only looks on turns nobody away.
    #expect(router.guardMatrix().guards.map(\.name) == ["a", "b"])
  }

  @Test(arguments: [true, false]) func `a name that no guard has is a hole`(
    isObserving: Bool
  ) throws {
    let router = router { router in
      router.guard("/*", name: "signed") { _ in .allow }
      if isObserving { router.guard("/*", observing: true, name: "crad") { _ in .allow } }
      router.get("/loans/:id", access: .requires("crad")) { _ in .text("") }
      router.get("/loans/:id/pages", access: .requires("signed")) { _ in .text("") }
    }
    let matrix = router.guardMatrix()
    #expect(matrix.holes.map(\.route.pattern) == ["/loans/:id"])
    let row = try #require(matrix.holes.first)
    #expect(row.findings == router.validate().findings(.unknownGuard))
    // There is no column that could be marked, and all together are asked.
    #expect(!row.together.isHole && !row.cells.contains(where: \.isHole))
    let svg = matrix.svg()
    #expect(svg.contains("1 route lacks what is required."))
    #expect(svg.contains("✕ No guard that can turn somebody away has the name &quot;crad&quot;"))
    #expect(XMLParser(data: Data(svg.utf8)).parse())
  }

  @Test func `guards that have a name together cover a route that requires it`() throws {
    let router = router { router in
      router.guard("/loans/a/*", name: "card") { _ in .allow }
      router.guard("/loans/b/*", name: "card") { _ in .allow }
      router.get("/loans/:s(a|b)/x", access: .requires("card")) { _ in .text("") }
      router.get("/loans/:s(a|b|c)/y", access: .requires("card")) { _ in .text("") }
      router.get("/loans/:s(a|b)/z", access: .requires("card", "staff")) { _ in .text("") }
    }
    #expect(router.validate().findings(.unguarded).map(\.example) == ["/loans/c/y"])
    let matrix = router.guardMatrix()
    #expect(matrix.rows.map(\.hasHole) == [false, true, true])
    #expect(matrix.rows[0].cells.map(\.cover) == [.open, .open])
    let holes = matrix.rows.map { $0.cells.map(\.isHole) }
    #expect(holes == [[false, false], [true, true], [false, false]])
  }

  @Test func `what has a tag that needs guards is a hole, however public it is`() {
    let router = router { router in
      router.get("/a", tags: ["Private"], access: .public("a test")) { _ in .text("") }
    }
    #expect(!router.validate(requiring: ["Private"]).isClean)
    #expect(router.guardMatrix(requiring: ["Private"]).holes.count == 1)
    #expect(router.guardMatrix(allExceptPublic: true).holes.isEmpty)
  }

  @Test(.busy) func `there is a hole where the report has an error, in many tables`() throws {
    let count = PropertyRun.cases(default: 200)
    var random = PropertyRun.generator(for: "matrices", cases: count)
    let parts = [
      "/a", "/b", "/:id", "/*", "/:id(\\d+)", "/a/*", "/a/:id", "/a/b", "/:x([ab])", "/:x/b",
    ]
    let names = ["card", "card", "staff"]
    var counts: [Bool: Int] = [:]
    for _ in 0..<count {
      let drawn = { (random: inout SeededGenerator) throws in
        try RoutePattern(parsing: random.pick(parts))
      }
      let router = router { _ in }
      for _ in 0..<random.below(5) {
        let exceptions = random.below(3) == 0 ? [GuardException(try drawn(&random))] : []
        let pattern = try drawn(&random)
        let name = random.pick(names)
        if random.below(5) == 0 {
          router.guard(pattern, observing: true, except: exceptions, name: name) { _ in .allow }
        } else {
          let methods: [RequestMethod] = random.pick([[], [], [.get], [.post]])
          router.guard(pattern, methods: methods, except: exceptions, name: name) { _ in .allow }
        }
      }
      for _ in 0..<4 {
        let access: RouteAccess? = random.pick([
          nil, .public("a test"), .requires("card"), .requires("card", "staff"), .requires("crad"),
        ])
        let tags: [RouteTag] = random.below(3) == 0 ? ["Private"] : []
        let pattern = try drawn(&random)
        switch random.below(5) {
        case 0: router.any(pattern, tags: tags, access: access) { _ in .text("") }
        case 1: router.fallback(pattern, tags: tags, access: access) { _ in .text("") }
        default: router.get(pattern, tags: tags, access: access) { _ in .text("") }
        }
      }
      for (tags, allExceptPublic) in [([], false), ([], true), (["Private"], random.below(2) == 0)]
        as [([RouteTag], Bool)]
      {
        let report = router.validate(requiring: tags, allExceptPublic: allExceptPublic)
        let matrix = router.guardMatrix(requiring: tags, allExceptPublic: allExceptPublic)
        let faulty = Set(report.findings.filter { $0.severity == .error }.flatMap(\.routes))
        for row in matrix.rows {
          counts[row.hasHole, default: 0] += 1
          #expect(row.hasHole == faulty.contains(row.route), "\(row.route)\n\(report.table)")
          let isMarked = row.together.isHole || row.cells.contains(where: \.isHole)
          #expect(!isMarked || row.hasHole, "\(row.route)\n\(report.table)")
        }
      }
    }
    print("matrices: \(counts)")
    #expect(count < 20 || counts.values.allSatisfy { $0 > count } && counts.count == 2)
  }

  @Test func `what shows a hole of a host is a URL that a server is asked for`() {
    let router = router { router in
      router.guard("http://a.example/*") { _ in .allow }
      router.get("//a.example/users") { _ in .text("") }
      router.get("//b.example/users") { _ in .text("") }
      router.get("ws://c.example/users") { _ in .text("") }
    }
    let examples = router.guardMatrix(allExceptPublic: true).rows.map(\.together.example)
    #expect(
      examples == [
        "https://a.example/users", "http://b.example/users", "ws://c.example/users",
      ]
    )
  }

  @Test func `guards cover a route together that none covers alone`() throws {
    let router = router { router in
      router.guard("/x/:id(\\d+)", name: "digits") { _ in .allow }
      router.guard("/x/:id([a-z]+)", name: "letters") { _ in .allow }
      router.get("/x/:id([0-9]+|[a-z]+)") { _ in .text("") }
    }
    let row = try #require(router.guardMatrix(allExceptPublic: true).rows.first)
    #expect(row.cells.map(\.cover) == [.open, .open])
    #expect(row.together.cover == .covered)
    #expect(!row.hasHole)
  }

  @Test func `an open cell's request comes past its guard, in a hundred tables`() async throws {
    for seed in 0..<100 {
      var generator = SeededGenerator(seed: UInt64(seed))
      let parts = ["/a", "/b", "/:id", "/*", "/:id(\\d+)", "/a/*", "/a/:id", "/a/b"]
      let asked = Locked<Set<String>>([])
      let router = router { router in
        for number in 0..<3 {
          let text = parts.randomElement(using: &generator) ?? "/"
          guard let pattern = try? RoutePattern(parsing: text) else { continue }
          router.guard(pattern, name: "g\(number)") { _ in
            _ = asked.withLock { $0.insert("g\(number)") }
            return .allow
          }
        }
        for number in 0..<4 {
          let text = parts.randomElement(using: &generator) ?? "/"
          guard let pattern = try? RoutePattern(parsing: text) else { continue }
          router.get(pattern, name: "m\(number)") { request in
            .text(request.context?.matched.name ?? "")
          }
        }
      }
      let matrix = router.guardMatrix()
      let responder = try RouteResponder(router: router)
      for row in matrix.rows {
        for (guardian, cell) in zip(matrix.guards, row.cells) {
          guard let example = cell.example, let method = cell.method,
            let method = RequestMethod(rawValue: method)
          else { continue }
          asked.withLock { $0 = [] }
          let response = await responder.respond(to: RequestHead(method, example))
          #expect(!asked.withLock { $0.contains(guardian.name ?? "") }, "\(seed): \(example)")
          guard method != .head else { continue }
          let text = String(decoding: try await response.body.collect(), as: UTF8.self)
          #expect(text == row.route.name, "\(seed): \(example)")
        }
      }
    }
  }

  // MARK: - The drawing

  @Test func `it is drawn with a mark for each cell, and what slips by`() throws {
    let router = router { router in
      router.guard("/a/*", name: "<staff>") { _ in .allow }
      router.get("/a/1", name: "one") { _ in .text("") }
      router.get("/b", tags: ["Private"], name: "two") { _ in .text("") }
    }
    let svg = router.guardMatrix(requiring: ["Private"]).svg()
    let parser = XMLParser(data: Data(svg.utf8))
    #expect(parser.parse(), "\(svg)")
    #expect(svg.contains("&lt;staff&gt;") && !svg.contains("<staff>"))
    #expect(svg.contains("✕ GET /b"))
    #expect(svg.contains("2 routes and 1 guards; 1 route lacks what is required."))
    // In the legend there is one of each as well.
    #expect(svg.split(separator: #"class="covered" cx"#).count - 1 == 3)
    #expect(svg.split(separator: #"class="hole" d"#).count - 1 == 2)
  }

  @Test func `of many routes those with holes are drawn first`() {
    let router = router { router in
      for number in 0..<20 {
        guard let pattern = try? RoutePattern(parsing: "/r\(number)") else { continue }
        router.get(pattern, tags: number == 19 ? ["Private"] : []) { _ in .text("") }
      }
    }
    let svg = router.guardMatrix(requiring: ["Private"]).svg(limit: 5)
    #expect(svg.contains("GET /r19") && svg.contains("GET /r3") && !svg.contains("GET /r4<"))
    #expect(svg.contains("15 routes without a hole are not drawn."))
  }

  @Test func `what is missing is drawn first, and what is left out is counted`() {
    let router = router { router in
      for number in 0..<10 {
        guard let pattern = try? RoutePattern(parsing: "/g\(number)") else { continue }
        router.guard(pattern, name: "g\(number)") { _ in .allow }
        let access: RouteAccess? = number < 2 ? .requires("g8") : nil
        router.get(pattern, access: access) { _ in .text("") }
      }
    }
    let whole = router.guardMatrix().svg(limit: 10)
    #expect(!whole.contains("not drawn"))
    let part = router.guardMatrix().svg(limit: 3)
    #expect(part.contains(">g8</text>") && part.contains(">g1</text>"))
    #expect(!part.contains(">g2</text>"))
    #expect(part.contains("7 routes without a hole are not drawn. 7 guards are not drawn."))
    let least = router.guardMatrix().svg(limit: 1)
    #expect(least.contains(">g8</text>") && !least.contains(">g0</text>"))
    #expect(least.contains("1 route with a hole is not drawn. 8 routes without a hole are not"))
  }

  @Test func `without routes there is a drawing`() {
    let svg = Router(.server).guardMatrix().svg()
    #expect(XMLParser(data: Data(svg.utf8)).parse())
  }

  @Test func `it is read as it was written`() throws {
    let router = router { router in
      router.guard("/a/*", name: "staff") { _ in .allow }
      router.get("/b") { _ in .text("") }
    }
    let matrix = router.guardMatrix(allExceptPublic: true)
    let coded = try JSONEncoder().encode(matrix)
    #expect(try JSONDecoder().decode(GuardMatrix.self, from: coded) == matrix)
  }
}
