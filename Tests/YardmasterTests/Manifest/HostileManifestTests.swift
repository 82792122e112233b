import Switchyard
import Testing
import TestSupport

@testable import yardmaster

@Suite struct `Manifests that mean harm` {
  private static func outcome(
    _ bytes: [UInt8]
  ) -> Result<RouteManifest, ManifestError> {
    do throws(ManifestError) {
      return .success(try RouteManifest(bytes: bytes, file: "m", RouterPolicies()))
    } catch {
      return .failure(error)
    }
  }

  /// What is wrong with bytes always has a place.
  private func expectPlace(_ bytes: [UInt8]) {
    guard case .failure(let error) = Self.outcome(bytes) else { return }
    let place = error.place
    #expect(place != nil)
    let lines = bytes.split(separator: 0x0A, omittingEmptySubsequences: false)
    let line = lines[min((place?.line ?? 1) - 1, lines.count - 1)]
    #expect((1...line.count + 1).contains(place?.column ?? 0))
    let text = "\(error)"
    #expect(
      text.unicodeScalars.allSatisfy { $0 == "\n" || $0.properties.generalCategory != .control }
    )
    #expect(text.utf8.count < 2_500 * (1 + min(error.others.count, 20)))
  }

  @Test(.busy) func `damaged manifests are read or refused with a place`() {
    var generator = SeededGenerator(seed: 5)
    let sources = [Manifests.site, Manifests.listing, Manifests.app].map { Array($0.utf8) }
    let bytes = Array("\"\\[]{}:,\n\r\t #@*/(0e-\u{0}\u{1B}é\u{2028}".utf8) + [0xFF, 0xC3, 0xED]
    for _ in 0..<3_000 {
      var manifest = sources.randomElement(using: &generator) ?? []
      for _ in 0..<Int.random(in: 1...3, using: &generator) {
        let place = Int.random(in: 0..<manifest.count, using: &generator)
        switch Int.random(in: 0..<4, using: &generator) {
        case 0: manifest[place] = bytes.randomElement(using: &generator) ?? 0
        case 1: manifest.insert(bytes.randomElement(using: &generator) ?? 0, at: place)
        case 2: manifest.remove(at: place)
        default: manifest.removeSubrange(place...)
        }
        if manifest.isEmpty { break }
      }
      expectPlace(manifest)
    }
  }

  @Test(
    .busy,
    arguments: [
      "GET /%", "GET /a %", "%", "# %", "GET /a @%", "[{\"kind\":\"map\",\"pattern\":\"/%\"}]",
      "[{\"kind\":\"map\",\"pattern\":\"/a\",\"name\":\"%\"}]", "[\"%", "[{\"%\":1}]",
    ]
  )
  func `long lines are read or refused with a place`(_ line: String) {
    for (filling, length) in [("a", 1_000_000), ("\u{9B}", 50_000), ("\u{10FFFF}", 50_000)] {
      let count = length / filling.utf8.count
      let parts = line.split(separator: "%", omittingEmptySubsequences: false)
      var bytes = Array(parts[0].utf8)
      bytes += String(repeating: filling, count: count).utf8
      if parts.count > 1 { bytes += parts[1].utf8 }
      expectPlace(bytes)
    }
  }

  @Test(.timeLimit(.minutes(1))) func `a route with very many tags is read and validated`() throws {
    let tags = (0..<100_000).map { "t\($0 % 99_999)" }
    let line = "MAP /a " + tags.map { "@\($0)" }.joined(separator: " ")
    let listing =
      "[{\"kind\": \"map\", \"pattern\": \"/a\", \"tags\": [\"\(tags.joined(separator: "\", \""))\"]}]"
    for text in [line, listing] {
      let yard = ManifestRouter(try Self.outcome(Array(text.utf8)).get(), RouterPolicies())
      #expect(yard.router.routes.map(\.tags.count) == [99_999])
      #expect(yard.router.validate().findings.isEmpty)
    }
  }

  @Test(arguments: [
    ("GET /health public:\"the load\tbalancer\"", 29), ("GET /a requires:\"board\tmember\"", 23),
    ("GET /a public:\"\t", 16),
  ])
  func `a tab does not close quotation marks`(_ line: String, _ column: Int) {
    guard case .failure(let error) = Self.outcome(Array(line.utf8)) else {
      Issue.record("it is read")
      return
    }
    guard case .controlCharacter = error.code else {
      Issue.record("\(error)")
      return
    }
    #expect(error.place?.column == column)
  }

  @Test(.timeLimit(.minutes(10)))
  func `a hundred mistakes behind a long text take little longer than one`() {
    let long = String(repeating: "a", count: 1 << 20)
    func time(mistakes count: Int) -> Duration {
      let mistake = #"{"kind": "guard", "pattern": "/a", "access": {"public": "x"}}"#
      let routes =
        [#"{"kind": "map", "pattern": "/a", "note": "\#(long)"}"#]
        + [String](repeating: mistake, count: count)
      let bytes = Array("[\(routes.joined(separator: ",\n"))]".utf8)
      let start = threadTime()
      let outcome = Self.outcome(bytes)
      let end = threadTime()
      guard case .failure(let error) = outcome else {
        Issue.record("it is read")
        return .zero
      }
      let all = [error] + error.others
      #expect(all.map { $0.place?.line } == (2...count + 1).map { Optional($0) })
      #expect(all.allSatisfy { $0.place?.column == 46 })
      return end - start
    }
    let one = time(mistakes: 1)
    #expect(time(mistakes: 100) <= one * 3)
  }

  @Test(.timeLimit(.minutes(10)))
  func `a word of quotation marks takes little longer than one of letters`() {
    let times = ["a", "\""].map { filling in
      let bytes = Array(("GET /" + String(repeating: filling, count: 20_000)).utf8)
      let start = threadTime()
      _ = Self.outcome(bytes)
      return threadTime() - start
    }
    #expect(times[1] <= times[0] * 20)
  }

  @Test(.timeLimit(.minutes(10)))
  func `a route that requires very many guards takes little longer than one with tags`() throws {
    let count = 5_000
    func time(_ front: String, guards: Int?) throws -> Duration {
      let words = (0..<count).map { "\(front)g\($0)" }
      let bytes = Array("GET /a \(words.joined(separator: " "))".utf8)
      let start = threadTime()
      let outcome = Self.outcome(bytes)
      let end = threadTime()
      let manifest = try outcome.get()
      #expect(manifest.entries.map { $0.route.access?.guards.count } == [guards])
      return end - start
    }
    let tags = try time("@", guards: nil)
    #expect(try time("requires:", guards: count) <= tags * 20)
  }

  @Test(.busy) func `no matrix of very many cells is made, and what is found is shown`() {
    let lines = (0..<2_001).map { "GUARD /g\($0)\nGET /m\($0)\n" }.joined()
    let result = Call("", "validate", "-", "--matrix=/nowhere/guards.svg", files: ["-": lines])
      .run()
    #expect(result.code == 1)
    #expect(result.text.hasSuffix(" among 4002 routes.\n"))
    #expect(
      result.errors == """
        yardmaster validate: error: The file "/nowhere/guards.svg" is not written: a matrix of \
        2001 guards would have 4004001 cells, and may have 4000000. Give fewer guards or routes \
        at once, or leave out --matrix.

        """
    )
  }

  @Test func `a map that is said to observe counts as any other`() {
    let guards = (0..<2_001).map { #"{"kind":"guard","pattern":"/g\#($0)"}"# }
    let maps = (0..<2_001).map { #"{"kind":"map","pattern":"/m\#($0)","observing":true}"# }
    let text = "[\((guards + maps).joined(separator: ",\n"))]"
    let call = Call("", "validate", "-", "--matrix=/nowhere/guards.svg", files: ["-": text])
    #expect(call.run().errors.contains("would have 4004001 cells, and may have 4000000."))
  }

  @Test(arguments: ["GET / %", "GET /a @%", "%", "# %", "GET / requires:%"])
  func `a line of marks is refused before it is compared`(_ line: String) {
    let marks = "e" + String(repeating: "\u{301}\u{323}", count: 100_000)
    let text = "GET /a\n\(line.replacing("%", with: marks))\n"
    let start = threadTime()
    guard case .failure(let error) = Self.outcome(Array(text.utf8)) else {
      Issue.record("it is read")
      return
    }
    #expect(threadTime() - start < .seconds(20))
    #expect(error.place?.line == 2)
    #expect("\(error)".contains("a letter with more than 100 marks"))
  }

  @Test func `a difference of a route with settings has its place, and no setting's value`() {
    let text = { (role: String) in
      #"[{"kind":"guard","pattern":"/a","name":"staff","configuration":{"role":"\#(role)"}},"#
        + #"{"kind":"map","pattern":"/a","tags":[{"method":"GET"}]}]"#
    }
    let files = ["old.json": text("editor"), "new.json": text("visitor")]
    let results = [
      Call("", "diff", "old.json", "new.json", files: files).run(),
      Call("", "diff", "old.json", "new.json", "--json", files: files).run(),
    ]
    for result in results {
      #expect(result.code == 1)
      #expect(result.text.contains("role") && !result.text.contains("visitor"))
    }
    #expect(results[0].text.hasPrefix("old.json:1"))
  }

  @Test func `a listing is numbered as it says, and as far as it does not`() throws {
    let text = """
      [{"kind": "map", "pattern": "/a", "order": 9223372036854775807},
       {"kind": "map", "pattern": "/b"}, {"kind": "map", "pattern": "/c", "order": -5}]
      """
    let manifest = try Self.outcome(Array(text.utf8)).get()
    #expect(manifest.entries.map(\.route.pattern) == ["/c", "/a", "/b"])
    #expect(manifest.entries.map(\.route.order) == [-5, .max, .max])
    #expect(manifest.entries.map(\.line) == [2, 1, 2])
    let yard = ManifestRouter(manifest, RouterPolicies())
    #expect(yard.router.routes.map(yard.described).map(\.order) == [-5, .max, .max])
  }
}
