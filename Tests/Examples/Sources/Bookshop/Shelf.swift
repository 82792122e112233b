import Dispatch

/// The books and users in their database.
///
/// An actor on a queue of its own: the database blocks, and no thread of the server and none of
/// the shared ones waits for it.
actor Shelf {
  private let thread: QueueExecutor
  private let database: Database

  nonisolated var unownedExecutor: UnownedSerialExecutor { thread.asUnownedSerialExecutor() }

  /// Opens the shop's database; `:memory:` is one for a test.
  init(path: String) throws {
    thread = QueueExecutor(label: "bookshop.database")
    database = try Database(path: path)
    try database.run(
      """
      CREATE TABLE IF NOT EXISTS books (
        id INTEGER PRIMARY KEY AUTOINCREMENT, title TEXT NOT NULL, author TEXT NOT NULL, year INTEGER NOT NULL
      )
      """
    )
    try database.run(
      "CREATE TABLE IF NOT EXISTS users (name TEXT PRIMARY KEY, token TEXT NOT NULL)"
    )
    try database.run(
      "CREATE TABLE IF NOT EXISTS sessions (id TEXT PRIMARY KEY, name TEXT NOT NULL, ends INTEGER NOT NULL)"
    )
  }

  /// A page of books behind one, by an author or by all.
  func books(by author: String?, after last: Int, count: Int) throws -> [Book] {
    try database.run(
      "SELECT id, title, author, year FROM books WHERE id > ? AND (?2 IS NULL OR author = ?2) ORDER BY id LIMIT ?3",
      .number(last),
      author.map { .text($0) } ?? .null,
      .number(count)
    ).compactMap { Book(row: $0) }
  }

  func book(_ id: Int) throws -> Book? {
    try database.run("SELECT id, title, author, year FROM books WHERE id = ?", .number(id))
      .compactMap { Book(row: $0) }.first
  }

  func add(_ book: NewBook) throws -> Book {
    try database.run(
      "INSERT INTO books (title, author, year) VALUES (?, ?, ?)",
      .text(book.title),
      .text(book.author),
      .number(book.year)
    )
    return Book(id: database.lastRow, title: book.title, author: book.author, year: book.year)
  }

  func replace(_ id: Int, by book: NewBook) throws -> Book {
    let rows = try database.run(
      "UPDATE books SET title = ?, author = ?, year = ? WHERE id = ? RETURNING id, title, author, year",
      .text(book.title),
      .text(book.author),
      .number(book.year),
      .number(id)
    )
    guard let book = rows.first.flatMap({ Book(row: $0) }) else { throw ShopError.noBook(id) }
    return book
  }

  func remove(_ id: Int) throws {
    let rows = try database.run("DELETE FROM books WHERE id = ? RETURNING id", .number(id))
    guard !rows.isEmpty else { throw ShopError.noBook(id) }
  }

  /// Adds a user.
  /// - Returns: the token that the user shows from now on, which nobody can guess.
  func addUser(_ name: String) throws -> String {
    let token = Self.newSecret()
    let rows = try database.run(
      "INSERT INTO users (name, token) VALUES (?, ?) ON CONFLICT DO NOTHING RETURNING name",
      .text(name),
      .text(token)
    )
    guard !rows.isEmpty else { throw ShopError.nameTaken(name) }
    return token
  }

  func user(showing token: String) throws -> User? {
    let rows = try database.run("SELECT name FROM users WHERE token = ?", .text(token))
    guard case .text(let name)? = rows.first?.first else { return nil }
    return User(name: name)
  }

  /// Opens a session of twelve hours for the user who shows a token.
  /// - Returns: its identifier, another one each time, which nobody can guess; `nil` if nobody has
  ///   the token.
  func openSession(showing token: String) throws -> String? {
    guard let user = try user(showing: token) else { return nil }
    try database.run("DELETE FROM sessions WHERE ends <= strftime('%s', 'now')")
    let session = Self.newSecret()
    try database.run(
      "INSERT INTO sessions (id, name, ends) VALUES (?, ?, strftime('%s', 'now', '+12 hours'))",
      .text(session),
      .text(user.name)
    )
    return session
  }

  func user(inSession session: String) throws -> User? {
    let rows = try database.run(
      "SELECT name FROM sessions WHERE id = ? AND ends > strftime('%s', 'now')",
      .text(session)
    )
    guard case .text(let name)? = rows.first?.first else { return nil }
    return User(name: name)
  }

  private static func newSecret() -> String {
    // The system's generator is one for secrets.
    var generator = SystemRandomNumberGenerator()
    return (0..<2).map { _ in
      String(UInt64.random(in: 0...UInt64.max, using: &generator), radix: 36)
    }
    .joined()
  }
}

/// A queue that an actor runs on.
private final class QueueExecutor: SerialExecutor {
  private let queue: DispatchQueue

  init(label: String) { queue = DispatchQueue(label: label) }

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    queue.async { [self] in job.runSynchronously(on: asUnownedSerialExecutor()) }
  }
}

extension Book {
  fileprivate init?(row: [Database.Value]) {
    guard case .number(let id) = row[0], case .text(let title) = row[1],
      case .text(let author) = row[2], case .number(let year) = row[3]
    else { return nil }
    self.init(id: id, title: title, author: author, year: year)
  }
}
