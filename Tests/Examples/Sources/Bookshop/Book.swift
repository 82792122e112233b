import SwitchyardServer

/// A book as the shop shows it.
struct Book: Codable, Equatable, Sendable {
  let id: Int
  let title: String
  let author: String
  let year: Int
}

/// A book as a client sends it.
struct NewBook: Codable, Sendable {
  var title: String
  var author: String
  var year: Int

  /// Says of all fields what is not accepted, in one answer.
  func validate() throws {
    var invalid: [ResponseError.InvalidField] = []
    if title.isEmpty { invalid.append(.init("title", "is empty")) }
    if title.utf8.count > 500 { invalid.append(.init("title", "has more than 500 bytes")) }
    if author.isEmpty { invalid.append(.init("author", "is empty")) }
    if !(1450...2100).contains(year) { invalid.append(.init("year", "is not in 1450...2100")) }
    if !invalid.isEmpty { throw ResponseError.invalid(invalid) }
  }
}

/// A person who may write.
struct User: Codable, Equatable, Sendable {
  let name: String
}

/// An error of the shop, which says itself how it is answered.
enum ShopError: ResponseConvertible {
  case noBook(Int)
  case nameTaken(String)

  var responseError: ResponseError {
    switch self {
    case .noBook(let id): ResponseError(.notFound, message: "There is no book \(id).")
    case .nameTaken(let name):
      ResponseError(.conflict, message: "The name \(name) is taken; choose another.")
    }
  }
}
