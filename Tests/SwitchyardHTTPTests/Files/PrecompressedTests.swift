import Foundation
import HTTPTestSupport
import SwitchyardHTTP
import TestSupport
import Testing

/// Files that a build has compressed are sent in place of the originals, to who accepts them.
@Suite struct PrecompressedTests {
  /// A site with files beside which there are others; its clock is ahead of them.
  private func site(
    _ folder: borrowing TemporaryFolder,
    servesPrecompressed: Bool = true
  ) throws -> Site {
    let now = 784_111_777
    for name in ["app.js", "app.js.gz", "app.js.br", "style.css", "style.css.gz"] {
      try folder.write("\(name)!", to: name)
    }
    try folder.write("page", to: "sub/index.html")
    try folder.write("page.gz", to: "sub/index.html.gz", modified: now + 60)
    // None of these counts: it is older, a folder, a link, a pipe or hidden.
    try folder.write("old.txt", to: "old.txt")
    try folder.write("older", to: "old.txt.gz", modified: now - 1)
    try folder.write("folder.txt", to: "folder.txt")
    try folder.write("inside", to: "folder.txt.gz/file")
    try folder.write("link.txt", to: "link.txt")
    try folder.link("link.txt.gz", to: "app.js.gz")
    try folder.write("pipe.txt", to: "pipe.txt")
    #expect(mkfifo(folder.path + "/pipe.txt.br", 0o600) == 0)
    try folder.write("gone", to: "alone.txt.gz")
    let served = try ServedFolder(folder.path, servesPrecompressed: servesPrecompressed)
    // Later than the times of the change, so that tags are strong.
    return try Site({ configuration, _ in
      configuration.now = { HTTPDate(seconds: Int(Date.now.timeIntervalSince1970) + 3600) }
    }) { $0.files("/", from: served) }
  }

  struct Case: Sendable, CustomTestStringConvertible {
    let target: String
    let accepted: String?
    let text: String
    let coding: String?
    var testDescription: String { "\(target) for \(accepted ?? "all")" }

    init(_ target: String, _ accepted: String?, _ text: String, _ coding: String?) {
      self.target = target
      self.accepted = accepted
      self.text = text
      self.coding = coding
    }
  }

  static let cases = [
    Case("/app.js", "gzip, br", "app.js.br!", "br"),
    Case("/app.js", "gzip, br;q=0.9", "app.js.gz!", "gzip"),
    Case("/app.js", "gzip", "app.js.gz!", "gzip"),
    Case("/app.js", "x-gzip", "app.js.gz!", "gzip"),
    Case("/app.js", "deflate", "app.js!", nil),
    Case("/app.js", "gzip;q=0", "app.js!", nil),
    Case("/app.js", "gzip;q=x", "app.js!", nil),
    Case("/app.js", "identity, gzip;q=0.5", "app.js!", nil),
    Case("/app.js", nil, "app.js!", nil),
    Case("/style.css", "br, gzip;q=0.1", "style.css.gz!", "gzip"),
    Case("/style.css", "br", "style.css!", nil),
    Case("/sub/", "gzip", "page.gz", "gzip"),
    Case("/old.txt", "gzip", "old.txt", nil),
    Case("/folder.txt", "gzip", "folder.txt", nil),
    Case("/link.txt", "gzip", "link.txt", nil),
    Case("/pipe.txt", "br", "pipe.txt", nil),
    // Asked for by its own name it is what it is.
    Case("/app.js.gz", "gzip", "app.js.gz!", nil),
  ]

  @Test(arguments: cases)
  func `a client is sent the file that it accepts`(_ row: Case) async throws {
    let folder = try TemporaryFolder()
    let site = try site(folder)
    var fields = HeaderFields()
    fields[.acceptEncoding] = row.accepted
    let response = await site.respond(.get, row.target, fields)
    #expect(response.status == .ok)
    #expect(try await response.text == row.text)
    #expect(response.fields[.contentEncoding] == row.coding)
    #expect(response.fields[.vary] == "Accept-Encoding")
    let types = [
      "js": "text/javascript; charset=utf-8", "css": "text/css; charset=utf-8",
      "gz": "application/gzip", "txt": "text/plain; charset=utf-8",
    ]
    let ending = row.target.split(separator: ".").last.map(String.init) ?? ""
    #expect(response.fields[.contentType] == types[ending] ?? "text/html; charset=utf-8")
    let head = await site.respond(.head, row.target, fields)
    #expect(head.fields[.contentLength] == "\(row.text.utf8.count)")
    var same = head.fields
    same[.contentLength] = nil
    #expect(same == response.fields)
  }

  @Test func `nothing of it happens unless the folder is asked to`() async throws {
    let folder = try TemporaryFolder()
    let site = try site(folder, servesPrecompressed: false)
    let response = await site.respond(.get, "/app.js", [.acceptEncoding: "gzip"])
    #expect(try await response.text == "app.js!")
    #expect(!response.fields.contains(.vary))
    #expect(await site.respond(.get, "/alone.txt").status == .notFound)
  }

  @Test func `a name without an original is not found`() async throws {
    let folder = try TemporaryFolder()
    let site = try site(folder)
    let response = await site.respond(.get, "/alone.txt", [.acceptEncoding: "gzip"])
    #expect(response.status == .notFound)
    let redirect = await site.respond(.get, "/sub", [.acceptEncoding: "gzip"])
    #expect(redirect.fields[.location] == "/sub/")
  }

  @Test func `each representation has a tag of its own, for conditions and ranges`() async throws {
    let folder = try TemporaryFolder()
    let site = try site(folder)
    var tags: [String] = []
    for coding in ["identity", "gzip", "br"] {
      let accepted: HeaderFields = [.acceptEncoding: coding]
      let whole = await site.respond(.get, "/app.js", accepted)
      let tag = try #require(whole.fields[.eTag])
      #expect(tag.hasPrefix("\""))
      tags.append(tag)

      var again = accepted
      again[.ifNoneMatch] = tag
      let same = await site.respond(.get, "/app.js", again)
      #expect(same.status == .notModified)
      #expect(same.fields[.vary] == "Accept-Encoding")
      #expect(same.fields[.eTag] == tag)

      var part = accepted
      part[.range] = "bytes=-3"
      part[.ifRange] = tag
      let range = await site.respond(.get, "/app.js", part)
      let text = try await whole.text
      #expect(range.status == .partialContent)
      #expect(try await range.text == String(text.suffix(3)))
      #expect(range.fields[.contentRange]?.hasSuffix("/\(text.utf8.count)") == true)
      #expect(range.fields[.contentEncoding] == (coding == "identity" ? nil : coding))
      #expect(range.fields[.vary] == "Accept-Encoding")

      part[.range] = "bytes=99-"
      let none = await site.respond(.get, "/app.js", part)
      #expect(none.status == .rangeNotSatisfiable)
      #expect(none.fields[.contentRange] == "bytes */\(text.utf8.count)")
    }
    #expect(Set(tags).count == 3)
    // The tag of one says nothing of another, and no range of one is put to another.
    var crossed: HeaderFields = [.acceptEncoding: "gzip", .ifNoneMatch: tags[0]]
    #expect(await site.respond(.get, "/app.js", crossed).status == .ok)
    crossed = [.acceptEncoding: "br", .range: "bytes=0-1", .ifRange: tags[1]]
    #expect(await site.respond(.get, "/app.js", crossed).status == .ok)
    crossed = [.acceptEncoding: "br", .ifMatch: tags[1]]
    #expect(await site.respond(.get, "/app.js", crossed).status == .preconditionFailed)
  }

  @Test func `a file under two names has two tags`() async throws {
    let folder = try TemporaryFolder()
    let site = try site(folder)
    try folder.write("same", to: "same.txt")
    try FileManager.default.linkItem(
      atPath: folder.path + "/same.txt",
      toPath: folder.path + "/same.txt.gz"
    )
    let plain = await site.respond(.get, "/same.txt")
    let coded = await site.respond(.get, "/same.txt", [.acceptEncoding: "gzip"])
    #expect(coded.fields[.contentEncoding] == "gzip")
    #expect(plain.fields[.eTag] != coded.fields[.eTag])
  }

  // MARK: - Another server

  private static let nginx = InstalledProgram("nginx")
  private static let curl = InstalledProgram("curl")

  /// An `Accept-Encoding` that is read in two ways, and the reason.
  ///
  /// nginx looks for the word `gzip` behind a space or a comma, and reads a weight behind it: of
  /// what is said of other codings, and of the content as it is, it takes no notice.
  private static let differences = [
    "*": "nginx does not know it",
    "*;q=0.5": "nginx does not know it",
    "x-gzip": "nginx knows one name",
    "identity, gzip;q=0.5": "nginx sends what is wanted less",
    "identity;q=1, gzip;q=0.9": "nginx sends what is wanted less",
    "gzip, gzip;q=0": "nginx reads the first",
    "gzip;": "nginx does without the weight",
    "gzip, @": "nginx does not read on",
  ]

  @Test(.enabled(if: nginx.isInstalled && curl.isInstalled))
  func `nginx chooses the same, or there is a reason`() async throws {
    let folder = try TemporaryFolder()
    try folder.write("original", to: "app.js")
    try folder.write("packed", to: "app.js.gz")
    let socket = folder.path + "/s"
    try folder.write(
      """
      daemon off; master_process off; pid \(folder.path)/pid; error_log stderr crit;
      events {}
      http {
        access_log off; client_body_temp_path \(folder.path)/t1; proxy_temp_path \(folder.path)/t2;
        fastcgi_temp_path \(folder.path)/t3; uwsgi_temp_path \(folder.path)/t4;
        scgi_temp_path \(folder.path)/t5;
        server {
          listen unix:\(socket);
          root \(folder.path); gzip_static on; gzip_vary on; gzip_http_version 1.0;
        }
      }
      """,
      to: "nginx.conf"
    )
    let words = [Self.nginx.path, "-p", folder.path, "-c", folder.path + "/nginx.conf"]
    let program = try ChildProgram(words)
    defer { program.signal(SIGTERM) }
    // The socket is there before anybody listens; where nginx does not start, this says so.
    let probe = [Self.curl.path, "-sS", "-o", "/dev/null", "--unix-socket", socket, "http://a/"]
    var attempts = 0
    while try ChildProgram.output(of: probe) == nil, attempts < 500 {
      attempts += 1
      try await Task.sleep(for: .milliseconds(20))
    }
    try #require(attempts < 500, "nginx has not started")
    let served = try ServedFolder(folder.path, servesPrecompressed: true)
    let site = try Site(routes: { $0.files("/", from: served) })
    let same = [
      "gzip", "GZIP", "gzip, deflate, br", "deflate, gzip;q=0.5", "gzip;q=0", "gzip;q=0.0",
      "gzip;q=0.000", "gzip;q=0.001", "gzip;q=1", "gzip;q=1.000", "deflate", "identity",
      "identity;q=0, gzip", "gzip;q=x", "gzipped", "gzip;q=", "gzip;q=2", "gzip;q=1.0000",
      "gzip;level=9", "br;q=1, gzip;q=0.1",
      "*;q=0, gzip", "gzip;q=0, *;q=0", "deflate,gzip", "gzip ; q=0.5",
    ]
    for accepted in same + Self.differences.keys.sorted() {
      let curl = [Self.curl.path, "-sS", "--unix-socket", socket, "http://a/app.js"]
      let said = try ChildProgram.output(of: curl + ["-H", "Accept-Encoding: \(accepted)"])
      let response = await site.respond(.get, "/app.js", [.acceptEncoding: accepted])
      let isSame = try await response.text == said
      #expect(isSame == (Self.differences[accepted] == nil), "\(accepted): \(said ?? "nothing")")
    }
    program.signal(SIGTERM)
    program.wait()
  }
}
