import SwitchyardHTTP

extension Drawing {
  /// Returns the title of a page.
  func title(of screen: Screen, _ place: Place) -> String {
    let id = screen.content.parameters.path["id"].flatMap { Int($0) }
    return switch place {
    case .story, .newsStory: Library.story(id)?.title ?? place.title
    case .book: Library.book(id)?.title ?? place.title
    case .order: "Order \(id ?? 0)"
    case .orders: "Your orders"
    case .profile: facts.name ?? place.title
    case .login where facts.isSignedIn, .welcome where facts.name != nil: "Signed in"
    default: place.title
    }
  }

  /// Returns what a page is about, if it has something of its own to say.
  func summary(of screen: Screen, _ place: Place) -> String? {
    let id = screen.content.parameters.path["id"].flatMap { Int($0) }
    return switch place {
    case .story, .newsStory: Library.story(id)?.summary
    case .book: Library.book(id).map { "\($0.title), by \($0.author), \($0.year). \($0.opening)" }
    default: nil
    }
  }

  /// Returns the content of a page.
  func body(of screen: Screen, _ place: Place, heading: HTML) -> HTML {
    let parameters = screen.content.parameters
    let id = parameters.path["id"].flatMap { Int($0) }
    let name = title(of: screen, place)
    let label: HTML = heading == "h2" ? #" id="dialog-title""# : ""
    let title: HTML = "<\(heading)\(label)>\(name)</\(heading)>"
    switch place {
    case .login where facts.isSignedIn: return title + passed
    case .welcome where facts.name != nil: return title + passed
    case .login: return title + Forms.login(facts, callback, notice)
    case .welcome: return title + Forms.welcome(facts, callback, notice)
    case .today: return title + today
    case .news: return title + list(Library.stories.filter { $0.kind == .news }, of: .newsStory)
    case .story, .newsStory: return title + text(of: Library.story(id))
    case .books: return title + shelf
    case .book: return commit + title + text(of: Library.book(id))
    case .profile: return title + profile
    case .orders: return title + orders
    case .order: return title + text(of: facts.orders.first { $0.id == id })
    case .delivery: return title + Forms.delivery(facts, notice)
    }
  }

  /// The page for somebody who comes to a page to sign in once more, as by going back.
  private var passed: HTML {
    """
    <p>You are signed in as <bdi>\(facts.name ?? "")</bdi>, so there is nothing to do here.</p>
    <p><a class="button" href="\(callback ?? Place.profile.url())">Go on</a></p>
    """
  }

  // MARK: - Today

  private var today: HTML {
    let news = Library.stories.filter { $0.kind == .news }.prefix(2)
    let essays = Library.stories.filter { $0.kind == .essay }
    return """
      <h2>News</h2>\(list(Array(news), of: .story))
      <p><a href="\(Place.news.url())">All news</a></p>
      <h2>To read with a cup of tea</h2>\(list(essays, of: .story))
      <h2>Addresses to try</h2>
      <p>Type one, or bookmark it: each leads to the same place, with the tabs around it.</p>
      <ul class="links">\(Self.addresses)</ul>
      """
  }

  private static let addresses = HTML(
    [
      ("/today/story/essay/6", "a story, open over this page"),
      ("/books/2", "a book, on top of the shelf"),
      ("/library/3", "an old address, which a proxy sends on"),
      ("/profile/orders", "a dialog behind a guard: you sign in first, and then it opens"),
      ("/books/../%70rofile", "a trick that does not get past the guard"),
      ("/books/99", "a book that nobody has written"),
    ].map { (url: String, says: String) -> HTML in
      #"<li><a href="\#(url)"><code>\#(url)</code></a> <span>\#(says)</span></li>"#
    }
  )

  private func list(_ stories: [Story], of place: Place) -> HTML {
    let items = stories.map { story -> HTML in
      let url = place.url(["kind": story.kind.rawValue, "id": "\(story.id)"])
      return #"<li><a href="\#(url)">\#(story.title)</a><p>\#(story.summary)</p></li>"#
    }
    return #"<ul class="cards">\#(items)</ul>"#
  }

  private func text(of story: Story?) -> HTML {
    guard let story else { return "<p>This story is not here any longer.</p>" }
    return HTML(story.paragraphs.map { "<p>\($0)</p>" })
  }

  // MARK: - Books

  private var shelf: HTML {
    let items = Library.books.map { book -> HTML in
      """
      <li>\(Cover(book).svg)<a href="\(Place.book.url(["id": "\(book.id)"]))">\(book.title)</a>\
      <p>\(book.author), \(book.year)</p></li>
      """
    }
    return """
      <ul class="shelf">\(items)</ul>
      <p class="note">The cards in the old catalogue still have the old shelf marks, such as
      <a href="/library/3">/library/3</a>. They work: a proxy knows where the books stand now.</p>
      """
  }

  private func text(of book: Book?) -> HTML {
    guard let book else { return "<p>This book is not on the shelf.</p>" }
    return """
      <div class="book">\(Cover(book).svg)<div><p class="by">\(book.author), \(book.year)</p>
      <blockquote><p>\(book.opening)</p></blockquote></div></div>
      \(Forms.order(book, facts))
      """
  }

  /// A note of the work of a proxy, on a page that was asked for by an old address.
  private var commit: HTML {
    guard let formerPath else { return "" }
    return """
      <p class="note" role="note">You asked for <code>\(formerPath)</code>. The proxy “old shelf” committed that to \
      <code>\(path)</code>, the guards were asked once more, and here is the book.</p>
      """
  }

  // MARK: - Profile

  private var profile: HTML {
    let count = facts.orders.count
    let orders = count == 0 ? "nothing yet" : count == 1 ? "1 book" : "\(count) books"
    return """
      <dl><dt>Ordered to your desk</dt><dd>\(orders)</dd>
      <dt>Your desk</dt><dd><bdi>\(facts.address.isEmpty ? "not chosen yet" : facts.address)</bdi></dd></dl>
      <p><a class="button" href="\(Place.orders.url())">Orders and delivery</a></p>
      """
  }

  private var orders: HTML {
    guard !facts.orders.isEmpty else {
      return
        #"<p>Nothing yet. Every page under <a href="/books">Books</a> has a button to order that book.</p>"#
    }
    let items = facts.orders.map { order -> HTML in
      let url = Place.order.url(["id": "\(order.id)"])
      return
        #"<li><a href="\#(url)">Order \#(order.id)</a><p>\#(Library.book(order.book)?.title ?? "")</p></li>"#
    }
    return #"<ul class="cards">\#(items)</ul>"#
  }

  private func text(of order: Order?) -> HTML {
    guard let order, let book = Library.book(order.book) else {
      return "<p>There is no such order.</p>"
    }
    let desk = facts.address.isEmpty ? "the desk by the door" : facts.address
    return """
      <p>\(book.title), by \(book.author), is on its way to <bdi>\(desk)</bdi>.</p>
      <p><a href="\(Place.book.url(["id": "\(book.id)"]))">To the book</a></p>
      """
  }
}
