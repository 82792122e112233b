import NavigationTree

extension Cast {
  /// The coordinator of MonarchRouter's documentation: a login, and tabs of which one has a modal and the other a
  /// detail.
  var library: Node {
    Node(switcher("sections")).switcher([
      Node(page("login")).endpoint("login"),
      Node(fork("tabs")).fork([
        Node(stack("todayStack")).stack([
          Node(page("today")).endpoint(
            "today",
            modals: [Node(page("story")).endpoint("today/story/:type/:id")]
          )
        ]),
        Node(stack("booksStack")).stack([
          Node(page("books")).endpoint(
            "books",
            children: [Node(page("book")).endpoint("books/:id")]
          )
        ]),
      ]),
    ])
  }
}
