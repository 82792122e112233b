/// The books and stories of the reading room.
enum Library {
  /// Returns the story with a number, if it is of a kind.
  static func story(_ id: Int?, _ kind: Story.Kind? = nil) -> Story? {
    stories.first { $0.id == id && (kind == nil || $0.kind == kind) }
  }

  static func book(_ id: Int?) -> Book? { books.first { $0.id == id } }

  static let books = [
    Book(
      id: 1,
      title: "Pride and Prejudice",
      author: "Jane Austen",
      year: 1813,
      opening: "It is a truth universally acknowledged, that a single man in possession of a good "
        + "fortune, must be in want of a wife."
    ),
    Book(
      id: 2,
      title: "Moby-Dick; or, The Whale",
      author: "Herman Melville",
      year: 1851,
      opening: "Call me Ishmael. Some years ago — never mind how long precisely — having little or "
        + "no money in my purse, and nothing particular to interest me on shore, I thought I would "
        + "sail about a little and see the watery part of the world."
    ),
    Book(
      id: 3,
      title: "A Tale of Two Cities",
      author: "Charles Dickens",
      year: 1859,
      opening: "It was the best of times, it was the worst of times, it was the age of wisdom, it "
        + "was the age of foolishness."
    ),
    Book(
      id: 4,
      title: "Middlemarch",
      author: "George Eliot",
      year: 1871,
      opening: "Miss Brooke had that kind of beauty which seems to be thrown into relief by poor "
        + "dress."
    ),
    Book(
      id: 5,
      title: "The Time Machine",
      author: "H. G. Wells",
      year: 1895,
      opening: "The Time Traveller (for so it will be convenient to speak of him) was expounding a "
        + "recondite matter to us."
    ),
  ]
}

/// A book on the shelf.
struct Book: Sendable, Equatable {
  let id: Int
  let title: String
  let author: String
  let year: Int
  /// The first sentences of the book.
  let opening: String
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
struct Order: Sendable, Equatable {
  let id: Int
  let book: Int
}
