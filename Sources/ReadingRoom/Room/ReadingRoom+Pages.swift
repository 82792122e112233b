import RoutePatterns
import SwitchyardHTTP

extension ReadingRoom {
  /// Adds the pages of the tree: a GET goes through guards to the map of its endpoint, and from
  /// there to the store.
  func addPages() {
    router.get("/", owner: self, name: "home", handler: Self.redirect(to: "/today"))
    for place in Place.allCases {
      router.get(
        place.pattern,
        tags: place.tags,
        owner: self,
        name: "\(place)",
        handler: handler { room, request in try await room.show(place, request) }
      )
    }
    // The former address of books.
    router.proxy("/library/:id(\\d+)", owner: self, name: "old shelf") {
      (context: RouteContext) async in
      .commit("/books/\(context.parameters["id"] ?? "")")
    }
    router.fallback(
      "/*",
      owner: self,
      name: "nowhere",
      handler: handler { _, _ in Self.nothing }
    )
  }

  private func show(_ place: Place, _ request: ServerRequest) async throws -> ServerResponse {
    guard Self.exists(place, request.parameters) else { return Self.nothing }
    let callback = place.readsCallback ? request.query["callback"] : nil
    if let callback, !Self.isOnSite(callback) { return Self.astray }
    let visitor = try request.visitor(in: self)
    let facts = await visitor.facts
    // A visitor who has signed in, or given a name, need not do so again.
    if place == .login && facts.isSignedIn || place == .welcome && facts.name != nil {
      return try .redirect(to: callback ?? Place.profile.url())
    }
    if place == .welcome, !facts.isSignedIn { return try .redirect(to: Place.login.url()) }
    if place == .order, !facts.orders.contains(where: { $0.id == request.id }) {
      return Self.nothing
    }
    let path = String(request.target.path)
    // The number that the page carried when the script has it shown again.
    let number = request.fields["Room-Place"].flatMap { Int($0) }
    return .html(try await visitor.page(path, callback: callback, place: number).text)
  }

  /// Whether a place has content; asking for a book that does not exist goes nowhere.
  private static func exists(_ place: Place, _ parameters: Parameters) -> Bool {
    let text = parameters.path["id"]
    let id = text.flatMap { Int($0) }
    // A number has one path, or the state could remember one book under any number of paths.
    guard id.map({ "\($0)" }) == text else { return false }
    return switch place {
    case .story:
      Library.story(id, parameters.path["kind"].flatMap { Story.Kind(rawValue: $0) }) != nil
    case .newsStory: Library.story(id, .news) != nil
    case .book: Library.book(id) != nil
    default: true
    }
  }

  /// Whether a place to go on to is one of this site's, none of which is long.
  static func isOnSite(_ callback: String) -> Bool {
    callback.utf8.count <= 500 && (try? ServerResponse.redirect(to: callback)) != nil
  }

  static func redirect(to place: String) -> RequestHandler {
    { _ in try .redirect(to: place) }
  }

  // MARK: - Pages outside of the tree

  /// The page for addresses without content.
  static let nothing = ServerResponse.html(
    Layout(title: "Nothing here").page(
      """
      <h1>Nothing here</h1>
      <p>No page has this address. <a href="/today">Today</a> and <a href="/books">Books</a> are good places to begin.</p>
      """
    ).text,
    status: .notFound
  )

  /// The page for a link that would have led off the site.
  static let astray = ServerResponse.html(
    Layout(title: "Not that way").page(
      """
      <h1>Not that way</h1>
      <p>The link that brought you here leads to no place of this site after signing in. You can <a href="/login">sign in here</a>.</p>
      """
    ).text,
    status: .badRequest
  )

  /// The page for a form that did not come from the visitor's own pages.
  static let forged = ServerResponse.html(
    Layout(title: "Too late").page(
      """
      <h1>Too late</h1>
      <p>This form is not of a page that was made for you, or it has grown old. \
      Go to <a href="/today">Today</a> and try again.</p>
      """
    ).text,
    status: .forbidden
  )
}

extension ServerRequest {
  /// The number at the end of the path, if there is one.
  var id: Int? { parameters.path["id"].flatMap { Int($0) } }
}
