import HTTPTestSupport
import SwitchyardHTTP
import TestSupport
import Testing

/// Numbers within which nothing can be: each is told where it is given, with what to give instead.
@Suite struct BadNumberTests {
  /// A call that stops the program.
  enum Call: String, CaseIterable, Codable, Sendable {
    case bodyLength, time, negativeTime, concurrency, count, rateTime, burst, keyLimit
    case corsAge, labels, metrics

    func make(_ file: StaticString = "App/Routes.swift", _ line: UInt = 12) {
      let router = Router(.server)
      switch self {
      case .bodyLength: router.limit("/a", bodyLength: -1, fileID: file, line: line)
      case .time: router.limit("/a", time: .zero, fileID: file, line: line)
      case .negativeTime: router.limit(time: .seconds(-1), fileID: file, line: line)
      case .concurrency: router.limit("/a", concurrency: 0, fileID: file, line: line)
      case .count: _ = RateLimit(0, per: .seconds(1), burst: 1, fileID: file, line: line)
      case .rateTime: _ = RateLimit(1, per: .seconds(-2), fileID: file, line: line)
      case .burst: _ = RateLimit(1, per: .seconds(1), burst: 0, fileID: file, line: line)
      case .keyLimit: _ = RateLimit(1, per: .seconds(1), keyLimit: -3, fileID: file, line: line)
      case .corsAge:
        let policy = CORS(origins: .any, maxAge: .seconds(-1))
        router.cors("/a", policy: policy, fileID: file, line: line)
      case .labels: _ = RequestLabels(routeLimit: -1, fileID: file, line: line)
      case .metrics: _ = RequestMetrics(routeLimit: -1, fileID: file, line: line)
      }
    }

    var message: String {
      switch self {
      case .bodyLength:
        "limit(bodyLength: -1) allows no body at all, not even an empty one. Give it 0 or more bytes, or leave it "
          + "out for the responder's."
      case .time:
        "limit(time: 0.0 seconds) leaves a handler no time. Give it more than zero, or leave it out for the "
          + "router's."
      case .negativeTime: "limit(time: -1.0 seconds) leaves a handler no time."
      case .concurrency:
        "limit(concurrency: 0) lets no request through. Give it 1 or more, or leave it out for any number."
      case .count:
        "RateLimit has 0 for count, and so lets nobody through. Give it more than zero."
      case .rateTime: "RateLimit has -2.0 seconds for time, and so"
      case .burst: "RateLimit has 0 for burst, and so"
      case .keyLimit: "RateLimit has -3 for keyLimit, and so"
      case .corsAge:
        "CORS has -1.0 seconds for maxAge, less than no time. Give it zero or more, or nil."
      case .labels, .metrics:
        "Labels of requests have -1 for routeLimit. Give it 0, for one label of all routes, or more."
      }
    }
  }

  @Test(arguments: Call.allCases)
  func `a number that nothing can keep to stops the program there`(_ call: Call) async throws {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      [call] in
      call.make()
    }
    let text = String(decoding: try #require(result).standardErrorContent, as: UTF8.self)
    #expect(text.contains("App/Routes.swift:12: Fatal error: \(call.message)"), "\(text)")
  }

  @Test func `the least numbers are allowed`() async throws {
    var least = RouteResponder.Configuration()
    (least.targetLength, least.fieldsLength, least.fieldCount) = (1, 0, 0)
    _ = try RouteResponder(router: Router(.server), configuration: least)
    let site = try Site({ configuration, _ in
      (configuration.bodyLength, configuration.bodyRate, configuration.exchangeLimit) = (0, 0, 1)
      configuration.targetLength = 1
    }) { router in
      router.limit("/", bodyLength: 0, time: .seconds(600), concurrency: 1)
      router.cors("/", policy: CORS(origins: .any, maxAge: .zero))
      router.post("/") { "\(try await $0.body.collect(upTo: 0).count)" }
    }
    #expect(try await site.respond(.post, "/").text == "0")
    _ = RequestLabels(routeLimit: 0)
  }

  private typealias Change = @Sendable (inout RouteResponder.Configuration) -> Void

  @Test func `a responder names the number of its configuration`() throws {
    let cases: [(Change, String)] = [
      ({ $0.targetLength = 0 }, "targetLength is out of its range: 0 is less than 1. Give it 1"),
      ({ $0.fieldsLength = -1 }, "fieldsLength is out of its range: -1 is less than 0. Give it 0"),
      ({ $0.fieldCount = -1 }, "fieldCount is out of its range: -1 is less than 0. Give it 0 or"),
      ({ $0.bodyLength = .min }, "bodyLength is out of its range: \(Int.min) is less than 0."),
      ({ $0.bodyRate = -1 }, "bodyRate is out of its range: -1 is less than 0. Give it 0 or more."),
      ({ $0.exchangeLimit = 0 }, "exchangeLimit is out of its range: 0 is less than 1."),
    ]
    for (change, message) in cases {
      var configuration = RouteResponder.Configuration()
      change(&configuration)
      let error = #expect(throws: RouteResponderError.self) {
        try RouteResponder(router: Router(.server), configuration: configuration)
      }
      let text = "\(try #require(error))"
      #expect(text.hasPrefix("RouteResponder.Configuration.\(message)"), "\(text)")
    }
  }

  /// A handler's mistakes are none of the client's: 500, and a fault that names the number.
  @Test func `a body is read within no number below zero`() async throws {
    let multipart = "--x\r\nContent-Disposition: form-data; name=\"a\"\r\n\r\nb\r\n--x--\r\n"
    let form = "application/x-www-form-urlencoded"
    let changes: [(String, @Sendable (inout FormLimits) -> Void)] = [
      ("totalLength", { $0.totalLength = -1 }), ("partCount", { $0.partCount = -1 }),
      ("headLength", { $0.headLength = -1 }), ("fieldLength", { $0.fieldLength = -1 }),
      ("fileLength", { $0.fileLength = -1 }), ("textLength", { $0.textLength = -1 }),
      ("memoryLength", { $0.memoryLength = -1 }),
    ]
    let site = try Site(routes: { router in
      router.post("/collect") { .bytes(try await $0.body.collect(upTo: -1)) }
      router.post("/form") { "\(try await $0.body.form(upTo: -1))" }
      router.post("/json") { "\(try await $0.body.decode(Int.self, upTo: -1))" }
      router.post("/part") { request in
        for try await part in try request.body.formParts() {
          _ = try await part.body.text(upTo: -1)
        }
        return ""
      }
      for (name, change) in changes {
        guard let pattern = try? RoutePattern(parsing: name) else { continue }
        router.post(pattern) { request in
          var limits = FormLimits()
          change(&limits)
          return "\(try await request.body.multipartForm(limits: limits).fields)"
        }
      }
    })
    for (target, type, name) in [
      ("/collect", "a/b", "upTo"), ("/form", form, "upTo"), ("/json", "application/json", "upTo"),
      ("/part", "multipart/form-data; boundary=x", "upTo"),
    ] + changes.map({ ("/\($0.0)", "multipart/form-data; boundary=x", "FormLimits.\($0.0)") }) {
      let body = type.hasPrefix("multipart") ? Array(multipart.utf8) : [UInt8(ascii: "1")]
      let response = await site.respond(.post, target, [.contentType: type], body: body)
      #expect(response.status == .internalServerError, "\(target)")
      let fault = "\(try #require(site.failures.all.last))"
      #expect(
        fault.contains(
          "A body is read with -1 for \(name), within which no body is. Give it 0 or more."
        ),
        "\(fault)"
      )
    }
    #expect(site.failures.all.count == 11)
  }

  @Test func `a response has a body of no number below zero`() async throws {
    let folder = try TemporaryFolder()
    try folder.write("text", to: "file")
    guard case .file(let file) = try ServerResponse.file("\(folder.path)/file").body else {
      Issue.record("no file")
      return
    }
    let site = try Site(routes: { router in
      router.get("/stream") { _ in .stream(length: -1) { _ in } }
      router.get("/later") { request in
        request.exchange.onResponse { response in
          response.body = .stream(ServerResponseStream(length: -1) { _ in })
        }
        return "text"
      }
      router.get("/file/length") { _ in
        var part = file
        part.length = -1
        return ServerResponse(body: .file(part))
      }
      router.get("/file/offset") { _ in
        var part = file
        part.offset = -1
        return ServerResponse(body: .file(part))
      }
    })
    for method in [RequestMethod.get, .head] {
      for (target, name) in [
        ("/stream", "length"), ("/later", "length"), ("/file/length", "length"),
        ("/file/offset", "offset"),
      ] {
        let response = await site.respond(method, target)
        #expect(response.status == .internalServerError, "\(target)")
        #expect(response.fields[.contentLength]?.hasPrefix("-") != true, "\(target)")
        let faults = site.failures.take().map { "\($0)" }
        #expect(faults.count == 1, "\(target)")
        #expect(
          faults.first?.hasSuffix(
            "The body of the response has -1 for its \(name), which none has. Give it 0 or more."
          ) == true,
          "\(target): \(faults)"
        )
      }
    }
  }

  /// Its time may have been over by the time that it is made.
  @Test func `a cookie is kept for no less than no time`() throws {
    let cookie = try ResponseCookie(name: "a", value: "b", maxAge: .seconds(-1))
    #expect(cookie.description.contains("Max-Age=0;"))
  }
}
