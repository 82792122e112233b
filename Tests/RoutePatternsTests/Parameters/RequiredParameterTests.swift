import Foundation
import RoutePatterns
import Testing

/// Parameters that have to be there.
@Suite struct RequiredParameterTests {
  enum Order: String { case newest, oldest }

  private static func parameters(_ target: String) throws -> Parameters {
    let pattern: RoutePattern = "/books/:id{/:order}?"
    return try #require(try pattern.match(RouteTarget(target))).parameters
  }

  private static func message(_ body: () throws -> Void) -> String {
    do {
      try body()
      return "none"
    } catch {
      return "\(error)"
    }
  }

  @Test func `a value is converted as by the subscript`() throws {
    let parameters = try Self.parameters("/books/42/oldest?page=7")
    #expect(try parameters.require("id") == "42")
    #expect(try parameters.require("id", as: Int.self) == 42)
    #expect(try parameters.require("id", as: Double.self) == 42)
    #expect(try parameters.require("order", as: Order.self) == .oldest)
    #expect(try parameters.query.require("page", as: Int.self) == 7)
    #expect(try parameters.query.require("page") == "7")
    let id = UUID()
    #expect(try Self.parameters("/books/\(id)").require("id", as: UUID.self) == id)
    let query: QueryParameters = ["id": "\(id)", "order": "newest"]
    #expect(try query.require("id", as: UUID.self) == id)
    #expect(try query.require("order", as: Order.self) == .newest)
  }

  @Test func `a value of the query is converted where it can be`() {
    let id = UUID()
    let query: QueryParameters = ["id": "\(id)", "order": "newest", "page": "7", "size": "nan"]
    #expect(query["page", as: Int.self] == 7)
    #expect(query["page", as: String.self] == "7")
    #expect(query["id", as: UUID.self] == id)
    #expect(query["order", as: Order.self] == .newest)
    #expect(query["size", as: Double.self] == nil)
    #expect(query["page", as: UUID.self] == nil)
    #expect(query["page", as: Order.self] == nil)
    #expect(query["none", as: Int.self] == nil)
  }

  @Test func `what cannot be read is named, with what could be`() throws {
    let parameters = try Self.parameters("/books/x?page=7x&order=newest")
    for (name, read): (String, (Parameters) throws -> Void) in [
      ("a whole number", { _ = try $0.require("id", as: Int.self) }),
      ("a whole number from 0 to 255", { _ = try $0.require("id", as: UInt8.self) }),
      ("a number", { _ = try $0.require("id", as: Double.self) }),
      ("true or false", { _ = try $0.require("id", as: Bool.self) }),
      ("a UUID", { _ = try $0.require("id", as: UUID.self) }),
    ] {
      let message = Self.message { try read(parameters) }
      #expect(message == "The value of \"id\" in the path cannot be read as \(name).")
    }
    let message = Self.message { _ = try parameters.require("id", as: Order.self) }
    #expect(message == "The value of \"id\" in the path cannot be read.")
    #expect(throws: ParameterError.self) { try parameters.query.require("page", as: Int.self) }
    let missing = #expect(throws: ParameterError.self) { try parameters.query.require("none") }
    #expect(missing?.code == .missing && missing?.source == .query)
  }

  private enum Shelf: String, CaseIterable { case new, old }

  @Test func `an enumeration that knows its cases names them`() throws {
    let message = Self.message {
      _ = try Self.parameters("/books/x").require("id", as: Shelf.self)
    }
    #expect(message == "The value of \"id\" in the path cannot be read as \"new\" or \"old\".")
  }

  @Test(arguments: ["nan", "NaN", "inf", "-infinity", "1e999"])
  func `a number that is not finite is none`(_ text: String) throws {
    let parameters = try Self.parameters("/books/\(text)")
    #expect(throws: ParameterError.self) { try parameters.require("id", as: Double.self) }
    #expect(parameters["id", as: Double.self] == nil)
    #expect(parameters["id", as: Float.self] == nil)
  }

  @Test func `a parameter without a value is missing, even where the query has one`() throws {
    let parameters = try Self.parameters("/books/42?order=newest")
    let error = #expect(throws: ParameterError.self) { try parameters.require("order") }
    #expect(error?.code == .missing)
    #expect(error?.description == "The value of \"order\" in the path is missing.")
  }

  @Test func `a name that the pattern does not have is a mistake, whatever the query says`() throws
  {
    for target in ["/books/42", "/books/42?idd=7"] {
      let error = #expect(throws: ParameterError.self) {
        try Self.parameters(target).require("idd", as: Int.self)
      }
      #expect(error?.code == .unknownName)
      #expect(
        error?.description == """
          The pattern /books/:id/:order? has no parameter "idd", only "id", "order". Correct the name; read a value \
          of the query by query.require.
          """
      )
    }
  }

  @Test func `a name that was given later is there, and the others are still known`() throws {
    var parameters = try Self.parameters("/books/42")
    parameters.path["user"] = "ada"
    #expect(try parameters.require("user") == "ada")
    #expect(try parameters.require("id", as: Int.self) == 42)
    let unknown = #expect(throws: ParameterError.self) { try parameters.require("usr") }
    #expect(unknown?.code == .unknownName)
    parameters["user"] = nil
    #expect(parameters == (try Self.parameters("/books/42")))
    // Without a pattern nothing is known of names.
    let given: Parameters = ["id": "42"]
    #expect(try given.require("id", as: Int.self) == 42)
    let missing = #expect(throws: ParameterError.self) { try given.require("idd") }
    #expect(missing?.code == .missing)
  }
}
