import RoutePatterns
import SwitchyardHTTP

extension ReadingRoom {
  /// Adds the routes that forms are sent to.
  func addForms() {
    form("/login", queue: true) { room, request, visitor, form in
      let callback = form["callback"] ?? Place.profile.url()
      guard Self.isOnSite(callback) else { return Self.astray }
      let card = (form["card"] ?? "").trimmed
      guard (4...12).contains(card.utf8.count), card.utf8.allSatisfy(\.isASCIIDigit) else {
        return try await visitor.again(
          .login,
          form["callback"],
          Notice(text: "A card has four to twelve digits, as 1871.", value: card)
        )
      }
      // Of two that are sent at once, one is of a page that is out of date.
      guard await visitor.signIn(with: form["token"]) else { return Self.forged }
      let session = room.sessions.renew(of: visitor)
      // A page opened with the old cookie shows no request of a visitor who has signed in; nor can
      // it be opened again.
      visitor.log.endWatches()
      try request.setSession(session)
      return try .redirect(to: callback)
    }
    form("/welcome") { _, _, visitor, form in
      guard await visitor.facts.isSignedIn else { return try .redirect(to: Place.login.url()) }
      let callback = form["callback"] ?? Place.profile.url()
      guard Self.isOnSite(callback) else { return Self.astray }
      do throws(PersonalLine.Fault) {
        await visitor.setName(try PersonalLine(form["name"] ?? "", called: "A name").text)
      } catch {
        let notice = Notice(text: error.text, value: form["name"] ?? "")
        return try await visitor.again(.welcome, form["callback"], notice)
      }
      return try .redirect(to: callback)
    }
    form("/logout") { room, request, visitor, _ in
      // The cookie first: with it a client could begin to watch a session that has ended.
      room.sessions.close(of: visitor)
      await visitor.leave()
      try request.setSession("")
      return try .redirect(to: Place.today.url())
    }
    form("/profile/orders", isPrivate: true) { _, _, visitor, form in
      guard let book = Library.book(form["book"].flatMap({ Int($0) })) else { return Self.nothing }
      guard let order = await visitor.order(book) else {
        return try .redirect(to: Place.orders.url())
      }
      return try .redirect(to: Place.order.url(["id": "\(order.id)"]))
    }
    form("/profile/delivery", isPrivate: true) { _, _, visitor, form in
      do throws(PersonalLine.Fault) {
        await visitor.setAddress(try PersonalLine(form["address"] ?? "", called: "A desk").text)
      } catch {
        let notice = Notice(text: error.text, value: form["address"] ?? "")
        return try await visitor.again(.delivery, nil, notice)
      }
      return try .redirect(to: Place.profile.url())
    }
  }

  private typealias FormAnswer =
    @Sendable (ReadingRoom, ServerRequest, Visitor, QueryParameters) async throws -> ServerResponse

  /// Answers a form, if it carries the token of its visitor.
  private func form(
    _ pattern: RoutePattern,
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
        guard let visitor = request.context?[Visitor.self] else { return Self.forged }
        let form = try await request.body.form(upTo: 1 << 16)
        guard await visitor.accepts(form["token"]) else { return Self.forged }
        return try await answer(room, request, visitor, form)
      }
    )
  }
}

extension Visitor {
  /// Shows the page of a form again, with a notice of its fault.
  fileprivate func again(
    _ place: Place,
    _ callback: String?,
    _ notice: Notice
  ) async throws -> ServerResponse {
    let page = try await page(place.url(), callback: callback, notice: notice)
    return .html(page.text, status: .unprocessableContent)
  }
}
