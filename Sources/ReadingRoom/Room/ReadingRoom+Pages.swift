import NavigationTree
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
      handler: handler { _, request in await Self.nothing(request) }
    )
  }

  private func show(_ place: Place, _ request: ServerRequest) async throws -> ServerResponse {
    guard Self.exists(place, request.parameters) else { return await Self.nothing(request) }
    let callback = place.isPassed ? request.query["callback"] : nil
    if let callback, !Self.isOnSite(callback) { return await Self.astray(request) }
    let visitor = try await request.visitor(in: self)
    let facts = await visitor.facts
    if place == .welcome, !facts.isSignedIn { return try .redirect(to: Place.login.url()) }
    if place == .order, !facts.orders.contains(where: { $0.id == request.id }) {
      return await Self.nothing(request)
    }
    // The number that the page carried when the script has it shown again.
    let number = request.fields["Room-Place"].flatMap { Int($0) }
    let before = visitor.store.state
    let page = try await visitor.page(
      place.request(request.parameters, request.target),
      callback: callback,
      formerPath: request.formerPath,
      place: number
    )
    request.context?.note("state", "\(before) → \(visitor.store.state)")
    return .html(page.text)
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

  /// Answers with a page outside of the tree, in the frame of the visitor's own pages.
  static func outside(
    _ request: ServerRequest,
    _ title: String,
    _ content: HTML,
    _ status: ResponseStatus = .ok
  ) async -> ServerResponse {
    let page =
      if let visitor = request.context?[Visitor.self] {
        await visitor.page(outside: title, content)
      } else {
        Layout.outside(title).page(content)
      }
    return .html(page.text, status: status)
  }

  /// Answers with the page of an error.
  static func outside(
    _ request: ServerRequest,
    _ page: ErrorPage,
    _ status: ResponseStatus
  ) async -> ServerResponse {
    await outside(request, page.title, page.content, status)
  }

  /// The page for addresses without content.
  static func nothing(_ request: ServerRequest) async -> ServerResponse {
    await outside(request, ErrorPage(.notFound), .notFound)
  }

  /// The page for a link that would have led off the site.
  static func astray(_ request: ServerRequest) async -> ServerResponse {
    let text: HTML = """
      The link that brought you here would have taken you to another site after signing in, so it goes no further. \
      You can <a href="/login">sign in here</a>.
      """
    return await outside(request, ErrorPage("That link leads astray", text), .badRequest)
  }
}

extension ServerRequest {
  /// The number at the end of the path, if there is one.
  var id: Int? { parameters.path["id"].flatMap { Int($0) } }

  /// The path that was asked for, if a proxy has committed it to another one.
  fileprivate var formerPath: String? {
    let former = String(exchange.target.path)
    return former == String(target.path) ? nil : former
  }
}
