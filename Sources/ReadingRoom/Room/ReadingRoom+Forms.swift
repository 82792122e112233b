import SwitchyardSessions

extension ReadingRoom {
  /// Adds the routes that forms are sent to.
  func addForms() {
    form("/login", page: .login, queue: true) { room, request, visitor, form in
      let callback = form["callback"] ?? Place.profile.url()
      guard Self.isOnSite(callback) else { return await Self.astray(request) }
      let card = (form["card"] ?? "").trimmed
      guard (4...12).contains(card.utf8.count), card.utf8.allSatisfy(\.isASCIIDigit) else {
        return try await visitor.again(
          .login,
          form["callback"],
          Notice(text: "A card has four to twelve digits, such as 1871.", value: card)
        )
      }
      // Of two that are sent at once, one is of a page that is out of date.
      guard let member = try await visitor.signIn(with: form["token"]) else {
        return await Self.forged(request)
      }
      // A page of the inspector that was opened with the old cookie shows nothing any more.
      let session = room.sessions.renew(of: visitor, by: member, as: member.id.text)
      try request.setSession(session.id)
      return try .redirect(to: await session.visitor.next(nil, to: callback))
    }
    form("/welcome", page: .welcome) { _, request, visitor, form in
      guard await visitor.facts.isSignedIn else { return try .redirect(to: Place.login.url()) }
      let callback = form["callback"] ?? Place.profile.url()
      guard Self.isOnSite(callback) else { return await Self.astray(request) }
      let name: String
      do throws(PersonalLine.Fault) {
        name = try PersonalLine(form["name"] ?? "", called: "A name").text
      } catch {
        let notice = Notice(text: error.text, value: form["name"] ?? "")
        return try await visitor.again(.welcome, form["callback"], notice)
      }
      return try .redirect(
        to: await visitor.next(request.key(of: form), to: callback) { $0.name = name }
      )
    }
    form("/logout") { room, request, visitor, _ in
      // The cookie first: with it a client could begin to watch a session that has ended.
      room.sessions.close(of: visitor)
      try await visitor.leave()
      try request.setSession("")
      return try .redirect(to: Place.today.url())
    }
    form("/profile/delivery", page: .delivery, isPrivate: true) { _, request, visitor, form in
      let address: String
      do throws(PersonalLine.Fault) {
        address = try PersonalLine(form["address"] ?? "", called: "A desk").text
      } catch {
        let notice = Notice(text: error.text, value: form["address"] ?? "")
        return try await visitor.again(.delivery, nil, notice)
      }
      try await visitor.change(request.key(of: form)) { $0.address = address }
      return try .redirect(to: Place.profile.url())
    }
    form("/tour") { _, request, visitor, form in
      // The tour is shown no longer.
      try await visitor.change(request.key(of: form)) { $0.tour = .over }
      let page = form["from"] ?? Place.today.url()
      return try .redirect(to: Self.isOnSite(page) ? page : Place.today.url())
    }
    addOrders()
  }

  /// Adds the way of an order: a stranger signs in first, and then the order is made.
  private func addOrders() {
    let pattern: RoutePattern = "/books/:id(\\d+)/order"
    form(pattern, page: .book) { _, request, visitor, form in
      guard let book = Library.book(request.id) else { return await Self.nothing(request) }
      // The form has proved that the visitor wants it; an address that leads here proves nothing.
      // It is remembered until the visitor has signed in.
      let next = try await visitor.next(request.key(of: form), to: book.orderURL) {
        $0.wanted = book.id
      }
      return try .redirect(to: next)
    }
    // Who comes here by an address, as by going back, has ordered nothing.
    router.get(
      pattern,
      owner: self,
      handler: handler { _, request in
        try .redirect(to: Place.book.url(request.parameters))
      }
    )
  }

  private typealias FormAnswer =
    @Sendable (ReadingRoom, ServerRequest, Visitor, QueryParameters) async throws -> ServerResponse

  /// Answers a form, if it carries the token of its visitor.
  private func form(
    _ pattern: RoutePattern,
    page: Place? = nil,
    isPrivate: Bool = false,
    queue: Bool = false,
    _ answer: @escaping FormAnswer
  ) {
    router.post(
      pattern,
      tags: isPrivate ? ["Forms", "Private"] : ["Forms"],
      queue: queue ? Self.desk : nil,
      owner: self,
      handler: handler { room, request in
        // Without a visitor there was no page that the form could come from.
        guard let visitor = request.context?[Visitor.self] else {
          return await Self.forged(request, page)
        }
        let form = try await request.body.form(upTo: 1 << 16)
        guard await visitor.facts.accepts(form["token"]) else {
          return await Self.forged(request, page, form["callback"])
        }
        return try await answer(room, request, visitor, form)
      }
    )
  }

  /// The page for a form that did not come from the visitor's own pages; it leads to the page that
  /// the form stands on, where it can be filled in again.
  private static func forged(
    _ request: ServerRequest,
    _ page: Place? = nil,
    _ callback: String? = nil
  ) async -> ServerResponse {
    var url = (page ?? .today).url(request.parameters)
    if let page, page.isPassed, let callback, isOnSite(callback) {
      url += "?\(["callback": callback] as QueryParameters)"
    }
    let text: HTML = """
      This form is from an earlier visit, or from a page that was not made for you, so it has changed nothing. \
      <a href="\(url)">Open its page anew</a>, and send it once more.
      """
    return await outside(request, ErrorPage("This form has grown old", text), .forbidden)
  }
}

extension ServerRequest {
  /// Returns the name that the page has given to a form, bound to its address and all that it says.
  fileprivate func key(of form: QueryParameters) -> IdempotencyKey? {
    let said = [String(target.path), form.text]
    return form["key"].flatMap { try? IdempotencyKey($0)?.bound(to: said) }
  }
}

extension Visitor {
  /// Shows the page of a form again, with a notice of its fault.
  fileprivate func again(
    _ place: Place,
    _ callback: String?,
    _ notice: Notice
  ) async throws -> ServerResponse {
    let request = place.request(Parameters(), try RouteTarget(place.url()))
    let page = try await page(request, callback: callback, notice: notice)
    return .html(page.text, status: .unprocessableContent)
  }
}
