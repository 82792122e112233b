import Foundation
import HTTPTestSupport
import SwitchyardCompression
import TestSupport
import Testing

/// The examples of the articles on compression, as they stand there.
@Suite struct CompressionArticleTests {
  struct Book: Codable, Equatable { var title: String }

  actor Store {
    private var all: [Book] = (1...100).map { Book(title: "Book \($0)") }

    func books() -> [Book] { all }
    func add(_ book: Book) -> Book {
      all.append(book)
      return book
    }
  }

  private func packed(_ text: String, in folder: borrowing TemporaryFolder) throws -> [UInt8] {
    try folder.write(text, to: "text")
    let path = folder.path + "/text"
    #expect(try ChildProgram.output(of: ["gzip", "-f", path]) != nil)
    return try Array(Data(contentsOf: URL(fileURLWithPath: path + ".gz")))
  }

  @Test func `compression does what its article says`() async throws {
    let folder = try TemporaryFolder()
    let store = Store()
    let router = Router(.patient)
    router.compress("/books/*")
    router.expandBodies("/imports/*", upTo: 50 << 20)
    router.get("/books/all") { _ in
      try .json(await store.books())
    }
    router.compress("/pages/*")
    router.compress(
      "/feeds/*",
      ResponseCompression(types: ["application/atom+xml"], level: 9)
    )
    router.compress(
      "/reports/*",
      ResponseCompression(includesSecrets: true)
    )
    router.post("/books") { request in
      let book = try await request.body.expanded(upTo: 1 << 20).decode(Book.self)
      return try .json(await store.add(book), status: .created, to: request)
    }
    router.post("/imports/text") { request in
      let text = try await request.body.text()
      return .text("\(text.count) characters")
    }
    let words = String(repeating: "words ", count: 1000)
    for (path, type) in [
      ("/pages/1", "text/html"), ("/feeds/1", "application/atom+xml"), ("/reports/1", "text/csv"),
    ] {
      router.get(try RoutePattern(parsing: path)) { _ in .bytes(Array(words.utf8), type: type) }
    }

    let responder = try RouteResponder(router: router)
    for path in ["/books/all", "/pages/1", "/feeds/1", "/reports/1"] {
      for (cookie, isOpen) in [(nil, true), ("a=b", path == "/reports/1")] {
        var head = RequestHead(.get, path, fields: [.acceptEncoding: "gzip"])
        head.fields[.cookie] = cookie
        let response = await responder.respond(to: head)
        #expect(response.fields.contains(.contentEncoding) == isOpen, "\(path)")
      }
    }
    var head = RequestHead(.post, "/books", fields: [.contentEncoding: "gzip"])
    head.fields[.contentType] = "application/json"
    let json = ServerRequestBody(try packed(#"{"title":"New"}"#, in: folder))
    #expect(await responder.respond(to: head, body: json).status == .created)
    #expect(await store.books().last == Book(title: "New"))
    head = RequestHead(.post, "/imports/text", fields: [.contentEncoding: "gzip"])
    let sent = ServerRequestBody(try packed(words, in: folder))
    let answer = await responder.respond(to: head, body: sent)
    #expect(try await answer.text == "6000 characters")
  }

  @Test func `a file is read as its article says`() throws {
    let folder = try TemporaryFolder()
    _ = try packed(String(repeating: "words ", count: 1000), in: folder)
    let url = URL(fileURLWithPath: folder.path + "/text.gz")

    let file = try FileHandle(forReadingFrom: url)
    let reader = try GzipReader { try file.read(upToCount: 65_536).map { Array($0) } }
    var count = 0
    while let bytes = try reader.next() { count += bytes.count }
    #expect(count == 6000)
  }

  @Test(arguments: ["SwitchyardCompression", "Compression"])
  func `each line that is shown stands here`(_ article: String) throws {
    let folder = "Sources/SwitchyardCompression/SwitchyardCompression.docc"
    let lines = try ShownCode.expectLines(
      of: "\(folder)/\(article).md",
      replacing: ["Router(.server)": "Router(.patient)"]
    )
    #expect(lines.count > 5)
  }
}
