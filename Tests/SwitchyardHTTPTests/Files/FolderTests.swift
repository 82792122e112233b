import HTTPTestSupport
import Foundation
import SwitchyardHTTP
import TestSupport
import Testing

/// Files of a folder are sent, and nothing that is not in it.
@Suite struct FolderTests {
  struct Case: Sendable, CustomTestStringConvertible {
    let target: String
    let answer: String
    var testDescription: String { "\(target): \(answer)" }

    init(_ target: String, _ answer: String) {
      self.target = target
      self.answer = answer
    }
  }

  /// A folder within another, that has something to hide.
  private func site(
    _ folder: borrowing TemporaryFolder,
    index: String? = "index.html",
    allowsHidden: Bool = false,
    slashes: RouteTarget.SlashPolicy = .lenient
  ) throws -> Site {
    try folder.write("secret", to: "secret.txt")
    try folder.write("neighbour", to: "public-too/a.txt")
    try folder.write("home", to: "public/index.html")
    try folder.write("a", to: "public/a.txt")
    try folder.write("deep", to: "public/x/y/z.css")
    try folder.write("below", to: "public/s b/index.html")
    try folder.write("hidden", to: "public/.env")
    try folder.write("git", to: "public/.git/config")
    try folder.write("space", to: "public/a b+c.txt")
    try folder.write("slash", to: "public/x/a%2Fb.txt")
    try folder.link("public/link.txt", to: "../secret.txt")
    try folder.link("public/inner.txt", to: "a.txt")
    try folder.link("public/out", to: "..")
    try folder.link("public/absolute", to: folder.path)
    try folder.link("public/x/index.html", to: "../../secret.txt")
    try folder.link("entry", to: "public")
    #expect(mkfifo(folder.path + "/public/pipe", 0o600) == 0)
    // The folder itself may be named by a link.
    let served = try ServedFolder(
      folder.path + "/entry",
      index: index,
      allowsHidden: allowsHidden,
      types: ["css": "text/x-own"]
    )
    return try Site({ _, yard in yard.slashes = slashes }) { router in
      router.files("/files", from: served)
    }
  }

  static let cases = [
    Case("/files/a.txt", "a"),
    Case("/files/x/y/z.css", "deep"),
    Case("/files/a%20b+c.txt", "space"),
    Case("/files/x/../a.txt", "a"),
    Case("/files/%61.txt", "a"),
    Case("/files/a.txt?x=1", "a"),
    Case("/files", "308 /files/"),
    Case("/files/", "home"),
    Case("/files/?x=1", "home"),
    Case("/files?x=/1/", "308 /files/?x=/1/"),
    Case("/files/s%20b", "308 /files/s%20b/"),
    Case("//files//s%20b?", "308 /files/s%20b/?"),
    Case("/files/x/../s%20b?a=%0d%0aX:", "308 /files/s%20b/?a=%0D%0AX:"),
    Case("/files/s%20b/", "below"),
    Case("http://localhost/files/s%20b", "308 /files/s%20b/"),
    Case("http://localhost/files/s%20b/", "below"),
    Case("/moved/s%20b", "below"),
    Case("/files/none.txt", "404"),
    Case("/files/x", "404"),
    Case("/files/x/y", "404"),
    Case("/files/a.txt/b", "404"),
    Case("/files/A.txt", "404"),
    Case("/files/.env", "404"),
    Case("/files/%2eenv", "404"),
    Case("/files/.git/config", "404"),
    Case("/files/...", "404"),
    Case("/files/link.txt", "404"),
    Case("/files/inner.txt", "404"),
    Case("/files/out/secret.txt", "404"),
    Case("/files/absolute/secret.txt", "404"),
    Case("/files/pipe", "404"),
    Case("/files/x/a%2Fb.txt", "404"),
    Case("/files/x/a%252Fb.txt", "slash"),
    Case("/files/..%2Fsecret.txt", "404"),
    Case("/files/..%2fsecret.txt", "404"),
    Case("/files/x%2F..%2F..%2Fsecret.txt", "404"),
    Case("/files/%2e%2e%2fsecret.txt", "404"),
    Case("/files/..%5Csecret.txt", "404"),
    Case("/files/%2F", "404"),
    Case("/files/%2Fetc%2Fpasswd", "404"),
    Case("/files//etc/passwd", "404"),
    Case("/files/../secret.txt", "404"),
    Case("/files/%2e%2e/secret.txt", "404"),
    Case("/files/../public-too/a.txt", "404"),
    Case("/files-too/a.txt", "404"),
    Case("/files/a.txt%00.png", "400"),
    Case("/files/../../secret.txt", "400"),
  ]

  @Test(arguments: cases)
  func `a name leads to a file of the folder, or nowhere`(_ row: Case) async throws {
    let folder = try TemporaryFolder()
    let site = try site(folder)
    site.router.proxy("/moved/*") { (context: RouteContext) async throws in
      .commit("/files/\(context.parameters["0"] ?? "")")
    }
    #expect(try await answer(of: site, to: row.target) == row.answer)
  }

  /// The text of a file, or the status with the place that it leads to.
  private func answer(of site: Site, to target: String) async throws -> String {
    let response = await site.respond(.get, target)
    if response.status == .ok { return try await response.text }
    return "\(response.status.code)" + (response.fields[.location].map { " \($0)" } ?? "")
  }

  @Test(arguments: [
    ("/files//a.txt", "404"), ("/files/a.txt/", "404"), ("/files/", "home"),
    ("/files", "308 /files/"), ("/files?a", "308 /files/?a"), ("/files//", "404"),
    ("/files/s%20b", "308 /files/s%20b/"), ("/files/s%20b/", "below"), ("/files/s%20b//", "404"),
    ("/files/s%20b/.", "below"), ("/files/x/", "404"), ("/filesx", "404"),
    ("/files/x//y/z.css", "404"), ("/files/a.txt", "a"),
  ])
  func `under strict slashes an empty segment names nothing`(_ row: (String, String)) async throws {
    let folder = try TemporaryFolder()
    #expect(try await answer(of: site(folder, slashes: .strict), to: row.0) == row.1)
  }

  @Test func `no redirect to a folder names another host`() async throws {
    let folder = try TemporaryFolder()
    try folder.write("index", to: "s/index.html")
    let served = try ServedFolder(folder.path)
    let site = try Site({ _, yard in yard.slashes = .strict }) {
      $0.files("/*/files", from: served)
    }
    #expect(
      try await answer(of: site, to: "//evil.example/files/s") == "308 /evil.example/files/s/"
    )
    #expect(try await answer(of: site, to: "//evil.example/files/s/") == "index")
  }

  @Test(arguments: [RouteTarget.SlashPolicy.strict, .lenient])
  func `what the prefix matches is no name of a file`(_ slashes: RouteTarget.SlashPolicy)
    async throws
  {
    let folder = try TemporaryFolder()
    try folder.write("secret", to: "secret.txt")
    try folder.write("index", to: "s/index.html")
    let served = try ServedFolder(folder.path)
    let site = try Site({ _, yard in yard.slashes = slashes }) {
      $0.files("/*/files", from: served)
      $0.files("/v/(\\d+)/files", from: served)
      $0.guard("/*/files/*") { _ in .deny }
    }
    for path in ["/secret.txt/files", "/s/files", "/a/b/secret.txt/files", "/v/1/files"] {
      let response = await site.respond(.get, path)
      #expect(response.status == .notFound || response.status == .forbidden, "\(path)")
    }
  }

  @Test func `hidden files and folders are found where that is said, and no others`() async throws {
    let folder = try TemporaryFolder()
    let site = try site(folder, index: nil, allowsHidden: true)
    #expect(try await site.respond(.get, "/files/.env").text == "hidden")
    #expect(try await site.respond(.get, "/files/.git/config").text == "git")
    #expect(await site.respond(.get, "/files").status == .notFound)
    #expect(await site.respond(.get, "/files/out/secret.txt").status == .notFound)
  }

  @Test func `no hostile target leads out`() async throws {
    let targets = try HostileTarget.all()
    let folder = try TemporaryFolder()
    try folder.write("secret", to: "admin/secret")
    let site = try site(folder)
    let served = try ServedFolder(folder.path + "/public")
    site.router.files("/", from: served)
    for target in targets {
      let head = RequestHead(method: "GET", target: target.bytes, fields: [.host: "localhost"])
      let response = await site.responder.respond(to: head)
      guard response.status == .ok else { continue }
      #expect(try await response.text == "home", "\(target)")
    }
    #expect(site.failures.all.isEmpty)
  }

  @Test func `a file is sent with its type, and as it was when it was found`() async throws {
    let folder = try TemporaryFolder()
    let site = try site(folder)
    let response = await site.respond(.get, "/files/a.txt")
    #expect(response.fields[.contentType] == "text/plain; charset=utf-8")
    #expect(response.fields[.xContentTypeOptions] == "nosniff")
    #expect(response.fields[.lastModified] == "Sun, 06 Nov 1994 08:49:37 GMT")
    #expect(response.fields[.acceptRanges] == "bytes")
    #expect(response.body.length == 1)
    let deep = await site.respond(.get, "/files/x/y/z.css")
    #expect(deep.fields[.contentType] == "text/x-own")
    #expect(path(of: deep) == folder.path + "/entry/x/y/z.css")
    #expect(await site.respond(.head, "/files/a.txt").fields[.contentLength] == "1")
    #expect(await site.respond(.post, "/files/a.txt").fields[.allow] == "GET, HEAD, OPTIONS")
    try FileManager.default.removeItem(atPath: folder.path + "/public/a.txt")
    #expect(try await response.text == "a")
    #expect(await site.respond(.get, "/files/a.txt").status == .notFound)
  }

  private func path(of response: ServerResponse) -> String? {
    if case .file(let file) = response.body { file.path } else { nil }
  }

  @Test func `a file that the program names is sent, links and all`() async throws {
    let folder = try TemporaryFolder()
    _ = try site(folder)
    let response = try ServerResponse.file(folder.path + "/public/link.txt")
    #expect(path(of: response) == folder.path + "/public/link.txt")
    #expect(try await response.text == "secret")
    #expect(response.fields == [.contentType: "text/plain; charset=utf-8"])
    let missing = #expect(throws: ServedFileError.self) { try ServerResponse.file("/no/such") }
    #expect(
      missing?.description == "\"/no/such\" is not there. Look at its name, or put it there."
    )
    let wrong = #expect(throws: ServedFileError.self) { try ServerResponse.file("/") }
    #expect(wrong?.code == .wrongKind)
    for path in ["/no/such", folder.path + "/public/a.txt/x"] {
      let error = #expect(throws: ServedFileError.self) { try ServedFolder(path) }
      #expect(error?.code == .missing)
    }
    let file = #expect(throws: ServedFileError.self) {
      try ServedFolder(folder.path + "/public/a.txt")
    }
    #expect(file?.code == .wrongKind)
  }

  #if os(Linux)
    @Test func `a file that no descriptor is left for is 503, and a failure`() async {
      await #expect(processExitsWith: .success) {
        let site = try Site(routes: { router in
          router.get("/") { _ in try .file("/etc/passwd") }
        })
        #expect(await site.respond(.get, "/").status == .ok)
        let resource = CInt(RLIMIT_NOFILE.rawValue)
        var limit = rlimit()
        getrlimit(resource, &limit)
        limit.rlim_cur = 0
        #expect(setrlimit(resource, &limit) == 0)
        let response = await site.respond(.get, "/")
        limit.rlim_cur = limit.rlim_max
        setrlimit(resource, &limit)
        #expect(response.status == .serviceUnavailable)
        let failure = try #require(site.failures.all.first)
        #expect(failure.status == .serviceUnavailable)
        #expect("\(failure.error)".contains("There is no room for \"/etc/passwd\"."))
      }
    }
  #endif

  @Test func `a file that shrinks while it is sent is an error`() async throws {
    let folder = try TemporaryFolder()
    let site = try site(folder)
    let response = await site.respond(.get, "/files/index.html")
    #expect(truncate(folder.path + "/public/index.html", 2) == 0)
    await #expect(throws: ServedFileError.self) { try await response.body.collect() }
  }
}
