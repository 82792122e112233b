import SwitchyardServer

/// The routes below `/api/books`.
struct BookRoutes {
  let shelf: Shelf
  let covers: Covers
  let news: News

  struct Search: Decodable {
    var author: String?
    var after: Int?
    var count: Int?
  }

  struct Page: Encodable {
    let books: [Book]
    /// The address of the next page; `nil` on the last.
    let next: String?
  }

  func register(in api: some RouteRegistrar) {
    api.get("/books", name: "books") { request in try await page(request) }
    api.get("/books.csv") { _ in csv() }
    // `nil` is answered with 404, and a book as JSON.
    api.get("/books/:id(\\d+)", name: "book") { request in
      try await shelf.book(request.parameters.require("id", as: Int.self))
    }
    api.post("/books", tags: ["Writers"]) { request in
      let new = try await request.body.decode(NewBook.self)
      try new.validate()
      let book = try await shelf.add(new)
      news.tell("added \(book.id)")
      var response = try ServerResponse.json(book, status: .created, to: request)
      response.fields[.location] = "/api/books/\(book.id)"
      return response
    }
    api.put("/books/:id(\\d+)", tags: ["Writers"]) { request in
      let new = try await request.body.decode(NewBook.self)
      try new.validate()
      return try await shelf.replace(request.parameters.require("id", as: Int.self), by: new)
    }
    api.delete("/books/:id(\\d+)", tags: ["Writers"]) { request in
      let id = try request.parameters.require("id", as: Int.self)
      try await shelf.remove(id)
      news.tell("removed \(id)")
      return ServerResponse(.noContent)
    }
    api.put("/books/:id(\\d+)/cover", tags: ["Writers"]) { request in
      try await covers.store(request)
    }
    api.get("/books/:id(\\d+)/cover") { request in try covers.response(to: request) }
    // Server-sent events: the stream goes on until the client leaves or the server ends.
    api.get("/news") { _ in .events(news.lines().map { ServerSentEvent($0) }) }
  }

  private func page(_ request: ServerRequest) async throws -> Page {
    let search = try request.query.decode(Search.self)
    let count = min(max(search.count ?? 20, 1), 100)
    let books = try await shelf.books(by: search.author, after: search.after ?? 0, count: count)
    guard books.count == count, let last = books.last else { return Page(books: books, next: nil) }
    var next = QueryParameters()
    if let author = search.author { next.append("author", value: author) }
    next.append("after", value: "\(last.id)")
    next.append("count", value: "\(count)")
    return Page(books: books, next: "/api/books?\(next)")
  }

  /// Writes all books, read while they are sent.
  private func csv() -> ServerResponse {
    .stream(type: "text/csv; charset=utf-8") { writer in
      try await writer.write("id,title,author,year\r\n")
      var last = 0
      while true {
        let books = try await shelf.books(by: nil, after: last, count: 500)
        guard let end = books.last else { return }
        last = end.id
        let lines = books.map { "\($0.id),\(quoted($0.title)),\(quoted($0.author)),\($0.year)\r\n" }
        try await writer.write(lines.joined())
      }
    }
  }

  private func quoted(_ text: String) -> String {
    // Not by characters: one of them may be a quotation mark with an accent on it.
    let parts = text.unicodeScalars.split(separator: "\"", omittingEmptySubsequences: false)
    return "\"\(parts.map { String($0) }.joined(separator: "\"\""))\""
  }
}
