import Foundation
import HTTPTestSupport
import SwitchyardHTTP
import Testing

/// Handlers that return values.
@Suite struct HandlerValueTests {
  struct Book: Codable, Equatable {
    var title: String
    var date: Date?
  }

  struct Broken: Encodable {
    func encode(to encoder: any Encoder) throws { throw Inside() }
  }

  struct Refused: Encodable {
    func encode(to encoder: any Encoder) throws { throw ResponseError(.gone) }
  }

  actor Shelf {
    func book(_ id: String?) -> Book? { id == "1" ? Book(title: "One") : nil }
    func title() throws -> String { "One" }
  }

  struct Case: Sendable, CustomTestStringConvertible {
    let name: String
    let answer: String
    let register: @Sendable (Router) -> RouteID
    var testDescription: String { name }

    init(_ name: String, _ answer: String, _ register: @escaping @Sendable (Router) -> RouteID) {
      self.name = name
      self.answer = answer
      self.register = register
    }
  }

  private static let text = "200 text/plain; charset=utf-8: "
  private static let json = "200 application/json: "
  private static let missing = "404 text/plain; charset=utf-8: Not Found\n"
  private static let failed = "500 text/plain; charset=utf-8: Internal Server Error\n"
  private static let shelf = Shelf()

  static let values = [
    Case("a text", text + "a") { $0.get("/") { _ in "a" } },
    Case("an empty text", text) { $0.get("/") { _ in "" } },
    Case("a text that may be missing", text + "a") { $0.get("/") { $0.query["x"] ?? "a" } },
    Case("a text that is missing", missing) { $0.get("/") { $0.query["x"] } },
    Case("no text", missing) { $0.get("/") { _ in nil as String? } },
    Case("no optional text", missing) { $0.get("/") { _ in String??.some(nil) } },
    Case("a text in two optionals", text + "a") { $0.get("/") { _ in String??.some("a") } },
    Case("a number", json + "7") { $0.get("/") { _ in 7 } },
    Case("a number that may be missing", json + "7") { $0.get("/") { _ in 7 as Int? } },
    Case("a flag", json + "false") { $0.get("/") { $0.query.isEmpty == false } },
    Case("a list", json + "[1,null]") { $0.get("/") { _ in [1, nil] } },
    Case("a dictionary", json + #"{"a":"/","b":"c"}"#) {
      $0.get("/") { _ in ["b": "c", "a": "/"] }
    },
    Case("texts in a list", json + #"["a"]"#) { $0.get("/") { _ in ["a"] } },
    Case("a structure", json + #"{"title":"One"}"#) { $0.get("/") { _ in await shelf.book("1") } },
    Case("a structure that is missing", missing) { $0.get("/") { _ in await shelf.book("2") } },
    Case("a date", json + #"{"date":"1970-01-01T00:00:00Z","title":"One"}"#) { router in
      router.get("/") { _ in Book(title: "One", date: Date(timeIntervalSince1970: 0)) }
    },
    Case("a text of several statements", text + "Hello a") { router in
      router.get("/") { request in
        let name = request.query["name"] ?? "a"
        guard !name.isEmpty else { throw ResponseError(.conflict) }
        return "Hello \(name)"
      }
    },
    Case("a structure of several statements", json + #"{"title":"One"}"#) { router in
      router.get("/") { request in
        let title = try await shelf.title()
        return Book(title: title)
      }
    },
    Case("a written result", missing) { router in
      router.get("/") { request -> Book? in
        if request.query.isEmpty { return nil }
        return Book(title: "")
      }
    },
    Case("a function", text + "a") { $0.get("/", calledOn: .serverThread) { _ in "a" } },
    Case("nothing of a function", missing) { router in
      router.get("/", calledOn: .serverThread) { $0.query["x"] }
    },
    Case("a structure of a function", json + #"{"title":"x"}"#) { router in
      router.get("/", calledOn: .queue(.global())) { request in
        let title = request.query["x"] ?? "x"
        return Book(title: title)
      }
    },
    Case("on", json + "1") { $0.on(.get, "/") { _ in 1 } },
    Case("a function on", json + "1") { $0.on(.get, "/", calledOn: .serverThread) { _ in 1 } },
    Case("a fallback", json + "1") { $0.fallback("/") { _ in 1 } },
    Case("a fallback that has nothing", missing) { $0.fallback("/") { $0.query["x"] } },
    Case("a function as a fallback", text + "a") { router in
      router.fallback("/", calledOn: .serverThread) { _ in "a" }
    },
    Case("in a group", text + "a") { $0.group("{/}?").any("/") { _ in "a" } },
    Case("what cannot be encoded", failed) { $0.get("/") { _ in Broken() } },
    Case("a function's value that cannot be", failed) { router in
      router.get("/", calledOn: .serverThread) { _ in Broken() }
    },
    Case("no number", failed) { $0.get("/") { _ in Double.nan } },
    Case("a value that has an answer", "410 text/plain; charset=utf-8: Gone\n") { router in
      router.get("/") { _ in Refused() }
    },
  ]

  /// Handlers that return responses, as they are written beside the others.
  static let responses = [
    Case("one line", text + "a") { $0.get("/") { _ in .text("a") } },
    Case("one line that throws", json + #"["a"]"#) { $0.get("/") { _ in try .json(["a"]) } },
    Case("one line with a request", json + #"{"title":"One"}"#) { router in
      router.get("/") { try .json(await shelf.book("1"), to: $0) }
    },
    Case("an operator", text + "a") { $0.get("/") { $0.query.isEmpty ? .text("a") : .text("b") } },
    Case("an expression", text + "a") { router in
      router.get("/") { request in
        if request.query.isEmpty { .text("a") } else { .text("b") }
      }
    },
    Case("several statements", text + "x") { router in
      router.get("/") { request in
        let name = request.query["name"] ?? "x"
        if name.isEmpty { return .text("empty", status: .conflict) }
        for letter in name where letter == "y" { return .html("") }
        do {
          return .text(try name.isEmpty ? await shelf.title() : name)
        } catch is CancellationError {
          return ServerResponse(.gone)
        }
      }
    },
    Case("a variable", text + "a") { router in
      router.get("/", calledOn: .serverThread) { _ in
        var response = ServerResponse.text("a")
        response.fields[.allow] = "GET"
        return response
      }
    },
    Case("a fallback", text + "a") { $0.fallback("/") { _ in .text("a") } },
    Case("nothing but an error", "410 text/plain; charset=utf-8: Gone\n") { router in
      router.get("/") { _ in throw ResponseError(.gone) }
    },
    Case("a function's error", "410 text/plain; charset=utf-8: Gone\n") { router in
      router.get("/", calledOn: .serverThread) { request in
        let status = request.query.isEmpty ? ResponseStatus.gone : .ok
        throw ResponseError(status)
      }
    },
    Case("a fallback of another kind", failed) { router in
      router.fallback("/", tags: [.method(.get)]) { (context: RouteContext) async throws in
        _ = context.target
      }
    },
  ]

  @Test(arguments: values + responses)
  func `a handler's value is its answer`(_ row: Case) async throws {
    let site = try Site(routes: { _ = row.register($0) })
    let response = await site.respond(.get, "/")
    let type = response.fields[.contentType] ?? ""
    #expect("\(response.status.code) \(type): \(try await response.text)" == row.answer)
    #expect(site.failures.all.count == (response.status == .internalServerError ? 1 : 0))
    // HEAD has the same head.
    let head = await site.respond(.head, "/")
    #expect(head.status == response.status)
    #expect(head.body.length == 0 && head.fields[.contentType] == type)
    #expect(head.fields[.contentLength] == "\(response.body.length ?? -1)")
  }

  @Test func `a handler that never returns a value is none of a response`() async throws {
    let site = try Site(routes: { router in
      router.get("/") { _ -> Never in
        while true { try await Task.sleep(for: .seconds(60)) }
      }
    })
    let task = Task { await site.respond(.get, "/").status }
    task.cancel()
    #expect(await task.value.code == 499)
  }

  @Test func `all JSON of a program is written and read by its coders`() async throws {
    let site = try Site { configuration, _ in
      configuration.jsonEncoder.keyEncodingStrategy = .convertToSnakeCase
      configuration.jsonEncoder.dateEncodingStrategy = .secondsSince1970
      configuration.jsonDecoder.dateDecodingStrategy = .secondsSince1970
    } routes: { router in
      router.get("/value") { _ in ["firstName": Date(timeIntervalSince1970: 7)] }
      router.get("/response") { try .json(Name(firstName: "a"), status: .created, to: $0) }
      router.get("/own") { try .json(Name(firstName: "a"), to: $0, encoder: JSONEncoder()) }
      router.get("/problem") { _ in
        throw ResponseError(.conflict, members: ["of": Name(firstName: "a")])
      }
      router.post("/date") { try await $0.body.decode([Date].self)[0].timeIntervalSince1970 }
      router.post("/own") { request in
        let decoder = JSONDecoder()
        decoder.dateDecodingStrategy = .iso8601
        return try await request.body.decode([Date].self, decoder: decoder).count
      }
    }
    #expect(try await site.respond(.get, "/value").text == #"{"firstName":7}"#)
    #expect(try await site.respond(.get, "/response").text == #"{"first_name":"a"}"#)
    #expect(try await site.respond(.get, "/own").text == #"{"firstName":"a"}"#)
    let problem = await site.respond(.get, "/problem", [.accept: "application/json"])
    #expect(try await problem.text.hasSuffix(#""status":409,"of":{"first_name":"a"}}"#))
    let type: HeaderFields = [.contentType: "application/json"]
    let date = await site.respond(.post, "/date", type, body: Array("[7]".utf8))
    #expect(try await date.text == "7")
    let own = Array(#"["1970-01-01T00:00:00Z"]"#.utf8)
    #expect(try await site.respond(.post, "/own", type, body: own).text == "1")
    #expect(await site.respond(.post, "/date", type, body: own).status == .badRequest)
  }

  private struct Name: Encodable { var firstName: String }

  @Test func `one encoder serves all threads`() async throws {
    let site = try Site(routes: { router in
      router.get("/:number") { request in
        let number = try request.parameters.require("number", as: Int.self)
        return Array(repeating: Book(title: "\(number)"), count: 50)
      }
    })
    await withTaskGroup { group in
      for number in 0..<200 {
        group.addTask {
          let body = try? await site.respond(.get, "/\(number)").body.collect()
          let books = try? JSONDecoder().decode([Book].self, from: Data(body ?? []))
          #expect(books == Array(repeating: Book(title: "\(number)"), count: 50))
        }
      }
    }
  }

  @Test func `without a responder there are coders as well`() async throws {
    let request = try ServerRequest(
      .post,
      "/",
      fields: [.contentType: "application/json"],
      body: Array(#"{"title":"a/b","date":"1970-01-01T00:00:00Z"}"#.utf8)
    )
    let book = try await request.body.decode(Book.self)
    let text = #"{"date":"1970-01-01T00:00:00Z","title":"a/b"}"#
    #expect(try await ServerResponse.json(book).text == text)
    #expect(try await ServerResponse.json(book, to: request).text == text)
  }

  @Test func `middleware sees the answer that a value is`() async throws {
    let site = try Site(routes: { router in
      router.use("/*") { _, next in
        var response = try await next()
        response.fields["X-Type"] = response.fields[.contentType]
        return response
      }
      router.get("/:id") { request in await Self.shelf.book(request.parameters["id"]) }
    })
    #expect(await site.respond(.get, "/1").fields["X-Type"] == "application/json")
    #expect(await site.respond(.get, "/2").status == .notFound)
  }
}
