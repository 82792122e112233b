import NavigationTree
import Testing

/// The larger sample: what each request does to pages, in which order.
@Suite struct ReadingRoomTests {
  @Test(arguments: cases)
  func `each request does what a screen needs`(_ sample: SampleCase<AppRequest>) {
    sample.check(in: Scene { $0.readingRoom })
  }

  private static let cases: [SampleCase<AppRequest>] = [
    SampleCase(
      "a name in the query reaches the page",
      after: [],
      .onboarding(name: "Ada"),
      """
      create welcomeStack
      switch sections: welcomeStack
      create onboarding
      root welcomeStack: onboarding
      stack welcomeStack: onboarding
      configure onboarding []?name=Ada
      """,
      "/onboarding[]?name=Ada"
    ),
    SampleCase(
      "another name reaches the same page",
      after: [.onboarding(name: "Ada")],
      .onboarding(name: "Bo"),
      """
      configure onboarding []?name=Bo
      """,
      "/onboarding[]?name=Bo"
    ),
    SampleCase(
      "the welcome makes room for the tabs",
      after: [.onboarding(name: "Ada")],
      .today,
      """
      unwind onboarding
      unwind welcomeStack
      create tabs
      switch sections: tabs
      create todayStack
      create booksStack
      create profileStack
      options tabs: todayStack, booksStack, profileStack
      select tabs: todayStack
      create today
      root todayStack: today
      stack todayStack: today
      configure today
      """,
      "/today"
    ),
    SampleCase(
      "all news go on top of today",
      after: [.today],
      .allNews,
      """
      create allNews
      stack todayStack: today, allNews
      configure allNews
      """,
      "/today > /all_news"
    ),
    SampleCase(
      "a story is a modal of today, so that all news leave",
      after: [.allNews],
      .story(type: "n", id: 1, title: "x"),
      """
      unwind allNews
      stack todayStack: today
      create story
      present story over today
      configure story [type: n, id: 1]?title=x
      """,
      "/today > [/today/story/:type/:id[type: n, id: 1]?title=x]"
    ),
    SampleCase(
      "all news close the story",
      after: [.story(type: "n", id: 1, title: "x")],
      .allNews,
      """
      dismiss story from today
      unwind story
      create allNews
      stack todayStack: today, allNews
      configure allNews
      """,
      "/today > /all_news"
    ),
    SampleCase(
      "a tab is filled when it is first selected",
      after: [.today],
      .profile,
      """
      select tabs: profileStack
      create profile
      root profileStack: profile
      stack profileStack: profile
      configure profile
      """,
      "/profile | /today"
    ),
    SampleCase(
      "a modal brings tabs and a stack of its own",
      after: [],
      .orders,
      """
      create tabs
      switch sections: tabs
      create todayStack
      create booksStack
      create profileStack
      options tabs: todayStack, booksStack, profileStack
      select tabs: profileStack
      create profile
      root profileStack: profile
      stack profileStack: profile
      configure profile
      create account
      present account over profile
      create ordersStack
      create delivery
      options account: ordersStack, delivery
      select account: ordersStack
      create orders
      root ordersStack: orders
      stack ordersStack: orders
      configure orders
      """,
      "/profile > [/orders]"
    ),
    SampleCase(
      "the modal with its tabs opens over what is shown",
      after: [.profile],
      .orders,
      """
      create account
      present account over profile
      create ordersStack
      create delivery
      options account: ordersStack, delivery
      select account: ordersStack
      create orders
      root ordersStack: orders
      stack ordersStack: orders
      configure orders
      """,
      "/profile > [/orders]"
    ),
    SampleCase(
      "a tab of the modal is selected",
      after: [.orders],
      .delivery,
      """
      select account: delivery
      configure delivery
      """,
      "/profile > [/delivery] | /profile > [/orders]"
    ),
    SampleCase(
      "the modal's tabs keep what they show",
      after: [.orders, .delivery],
      .orders,
      """
      select account: ordersStack
      """,
      "/profile > [/orders] | /profile > [/delivery]"
    ),
    SampleCase(
      "the page below takes the modal with all its tabs away",
      after: [.orders, .delivery],
      .profile,
      """
      dismiss account from profile
      unwind delivery
      unwind orders
      unwind ordersStack
      unwind account
      """,
      "/profile"
    ),
    SampleCase(
      "the tab below goes, and with it the modal",
      after: [.orders],
      .today,
      """
      dismiss account from profile
      unwind delivery
      unwind orders
      unwind ordersStack
      unwind account
      select tabs: todayStack
      create today
      root todayStack: today
      stack todayStack: today
      configure today
      """,
      "/today | /profile"
    ),
    SampleCase(
      "a swipe down took the modal with its tabs",
      after: [.orders],
      .profile,
      options: [.alreadyShown],
      """
      unwind delivery
      unwind orders
      unwind ordersStack
      unwind account
      """,
      "/profile"
    ),
    SampleCase(
      "for junctions alone the modal closes for the page below it",
      after: [.orders],
      .profile,
      options: [.junctionsOnly],
      """
      dismiss account from profile
      unwind delivery
      unwind orders
      unwind ordersStack
      unwind account
      """,
      "/profile"
    ),
    SampleCase(
      "the section below goes, the modal first",
      after: [.orders],
      .login,
      """
      dismiss account from profile
      unwind delivery
      unwind orders
      unwind ordersStack
      unwind account
      unwind profile
      unwind profileStack
      unwind booksStack
      unwind todayStack
      unwind tabs
      create login
      switch sections: login
      configure login
      """,
      "/login"
    ),
    SampleCase(
      "for junctions alone no modal comes back",
      after: [.orders, .today],
      .profile,
      options: [.junctionsOnly],
      """
      select tabs: profileStack
      """,
      "/profile | /today"
    ),
    SampleCase(
      "a modal that was closed with its tab is made anew",
      after: [.orders, .today],
      .orders,
      """
      select tabs: profileStack
      create account
      present account over profile
      create ordersStack
      create delivery
      options account: ordersStack, delivery
      select account: ordersStack
      create orders
      root ordersStack: orders
      stack ordersStack: orders
      configure orders
      """,
      "/profile > [/orders] | /today"
    ),
    SampleCase(
      "everything unwinds, once",
      after: [.allNews, .book(id: 1, title: nil), .orders, .delivery],
      .login,
      """
      dismiss account from profile
      unwind delivery
      unwind orders
      unwind ordersStack
      unwind account
      unwind profile
      unwind profileStack
      unwind book
      unwind books
      unwind booksStack
      unwind allNews
      unwind today
      unwind todayStack
      unwind tabs
      create login
      switch sections: login
      configure login
      """,
      "/login"
    ),
    SampleCase(
      "for junctions alone all news are still there",
      after: [.allNews, .book(id: 1, title: nil)],
      .today,
      options: [.junctionsOnly],
      """
      select tabs: todayStack
      """,
      "/today > /all_news | /books > /books/:id[id: 1]"
    ),
  ]
}
