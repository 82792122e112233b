import NavigationTree

/// The routes of a larger app.
enum AppRoute: String, RouteType {
  case login = "login"
  case onboarding = "onboarding"
  case today = "today"
  case story = "today/story/:type/:id"
  case allNews = "all_news"
  case books = "books"
  case book = "books/:id"
  case profile = "profile"
  case orders = "orders"
  case delivery = "delivery"
}

/// What the screens of a larger app ask for.
enum AppRequest: RoutingRequestType {
  case login
  case onboarding(name: String)
  case today
  case story(type: String, id: Int, title: String)
  case allNews
  case books
  case book(id: Int, title: String?)
  case profile
  case orders
  case delivery

  var request: String {
    switch self {
    case .login: "login"
    case .onboarding(let name): "onboarding?name=\(name)"
    case .today: "today"
    case .story(let type, let id, let title): "today/story/\(type)/\(id)?title=\(title)"
    case .allNews: "all_news"
    case .books: "books"
    case .book(let id, let title): "books/\(id)" + (title.map { "?title=\($0)" } ?? "")
    case .profile: "profile"
    case .orders: "orders"
    case .delivery: "delivery"
    }
  }
}

extension Cast {
  /// A larger app: a login, an onboarding in a stack, and tabs.
  ///
  /// Over the profile stands a modal that is a tab bar of
  /// its own, with a stack inside.
  var readingRoom: Node {
    Node(switcher("sections")).switcher([
      Node(page("login")).endpoint(AppRoute.login),
      Node(stack("welcomeStack")).stack([
        Node(page("onboarding")).endpoint(AppRoute.onboarding)
      ]),
      Node(fork("tabs")).fork([
        Node(stack("todayStack")).stack([
          Node(page("today")).endpoint(
            AppRoute.today,
            children: [Node(page("allNews")).endpoint(AppRoute.allNews)],
            modals: [Node(page("story")).endpoint(AppRoute.story)]
          )
        ]),
        Node(stack("booksStack")).stack([
          Node(page("books")).endpoint(
            AppRoute.books,
            children: [Node(page("book")).endpoint(AppRoute.book)]
          )
        ]),
        Node(stack("profileStack")).stack([
          Node(page("profile")).endpoint(AppRoute.profile, modals: [account])
        ]),
      ]),
    ])
  }

  private var account: Node {
    Node(fork("account")).fork([
      Node(stack("ordersStack")).stack([Node(page("orders")).endpoint(AppRoute.orders)]),
      Node(page("delivery")).endpoint(AppRoute.delivery),
    ])
  }
}
