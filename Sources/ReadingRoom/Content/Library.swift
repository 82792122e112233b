/// The books and stories of the reading room.
enum Library {
  /// Returns the story with a number, if it is of a kind.
  static func story(_ id: Int?, _ kind: Story.Kind? = nil) -> Story? {
    stories.first { $0.id == id && (kind == nil || $0.kind == kind) }
  }

  static func book(_ id: Int?) -> Book? { books.first { $0.id == id } }
}

/// A book on the shelf.
struct Book: Sendable, Equatable {
  let id: Int
  let title: String
  let author: String
  let year: Int
  /// The first sentences of the book.
  let opening: String

  /// The path that the form of its page is sent to.
  var orderURL: String { "/books/\(id)/order" }
}

/// A text that can be read in a few minutes.
struct Story: Sendable, Equatable {
  enum Kind: String, Sendable { case news, essay }

  let id: Int
  let kind: Kind
  let title: String
  let summary: String
  let paragraphs: [String]
}

/// A book that a visitor wants brought to their desk.
struct Order: Sendable, Equatable, Codable {
  let id: Int
  let book: Int
}
