import SwitchyardHTTP

/// The steps of the tour, each of which is over when the visitor has done what it says.
enum Tour: String, Sendable, Codable {
  case openBook, leaveIt, comeBack, arrived, over

  /// Returns the step behind this one when the visitor has gone to a page, or this one.
  func after(_ place: Place) -> Tour {
    switch (self, place) {
    case (.openBook, .book): .leaveIt
    case (.leaveIt, .today), (.leaveIt, .news): .comeBack
    case (.comeBack, .book): .arrived
    default: self
    }
  }

  /// Returns the step that a visitor stands at, or `nil` when the tour is over.
  static func step(_ facts: Facts, path: String, tabs: [(title: String, url: String)]) -> HTML? {
    let books = tabs.first { $0.title == Place.books.title }?.url ?? Place.books.url()
    let text: HTML
    switch facts.tour {
    case .openBook:
      text = #"<b>1 of 3.</b> Open a book: go to <a href="\#(books)">Books</a> and pick one."#
    case .leaveIt:
      text = #"<b>2 of 3.</b> Leave the book open, and go to <a href="/today">Today</a>."#
    case .comeBack:
      text =
        #"<b>3 of 3.</b> Now go back to <a href="\#(books)">Books</a>. Your book should still be open."#
    case .arrived:
      text = """
        <b>There it is.</b> Each tab keeps its own stack of pages, through signing in too. All windows of this \
        browser share one tree, and <a href="/inspector/tree">the inspector</a> draws it.
        """
    case .over: return nil
    }
    return """
      <aside class="tour" aria-label="A short tour"><p>\(text)</p>
      <form method="post" action="/tour">\(Forms.token(facts))\(Forms.hidden("from", path))\
      <button class="quiet">\(facts.tour == .arrived ? "Close" : "Skip the tour")</button></form></aside>
      """
  }
}
