import RoutePatterns

/// The data that a visitor has given, and values that pages need.
struct Facts: Sendable, Codable {
  var isSignedIn = false
  var name: String?
  var orders: [Order] = []
  var address = ""
  /// The book whose order was begun before signing in, and is made after it.
  var wanted: Int?
  /// The step of the tour that the visitor has come to.
  var tour = Tour.openBook
  /// The token in forms, so that no other site can send them.
  var token = Secret.make()

  /// Whether the visitor can order: has signed in, and told a name.
  var isKnown: Bool { isSignedIn && name != nil }
}

extension Facts {
  /// Whether a form is of this visitor's own pages.
  func accepts(_ token: String?) -> Bool { Secret.areEqual(token ?? "", self.token) }

  /// Returns where a visitor goes on to who has filled in a form on the way in: to the place that
  /// was asked for, by way of an order if one was begun.
  mutating func next(to callback: String) -> String {
    guard let book = Library.book(wanted), callback == book.orderURL else { return callback }
    guard isKnown else {
      let query: QueryParameters = ["callback": callback]
      return "\(isSignedIn ? Place.welcome.url() : Place.login.url())?\(query)"
    }
    wanted = nil
    return order(book).map { Place.order.url(["id": "\($0.id)"]) } ?? Place.orders.url()
  }

  /// Orders a book, unless it has been ordered already or the limit is reached.
  mutating func order(_ book: Book) -> Order? {
    if let order = orders.first(where: { $0.book == book.id }) { return order }
    guard orders.count < 20 else { return nil }
    let order = Order(id: orders.count + 1, book: book.id)
    orders.append(order)
    return order
  }
}
