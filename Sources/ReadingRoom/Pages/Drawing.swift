import NavigationTree
import SwitchyardHTTP

/// Draws the presentables of a visitor's store.
struct Drawing: Sendable {
  let state: RouterState
  let facts: Facts
  /// The number of the state in the visitor's history, which the page carries.
  let place: Int
  /// The path that was asked for, to come back to after signing in.
  let path: String
  /// The path that was asked for before a proxy committed to another one.
  var formerPath: String?
  /// The place to go on to after a form, if not the usual one.
  let callback: String?
  /// A notice about a form that was sent.
  let notice: Notice?

  /// Returns the page of the screen that is presented for the root of the tree.
  func page(_ root: Screen?) -> HTML {
    guard let root, let top = root.top else { return Layout(title: "Nothing").page("") }
    let modal = top.screen.content.modal
    let front = modal?.top ?? top
    var layout = Layout(
      title: title(of: front.screen, front.place),
      place: place,
      path: top.place.url(top.screen.content.parameters),
      isPassed: front.place.isPassed,
      header: header,
      tabs: bar(of: root, label: "Sections"),
      tour: front.place.isPassed ? nil : Tour.step(facts, path: path, tabs: tabs(of: root)),
      dialog: modal.map { dialog($0, over: top) }
    )
    if let summary = summary(of: front.screen, front.place) { layout.summary = summary }
    return layout.page(content(of: root))
  }

  /// Returns a page outside of the tree, with the header and the bar of what is presented.
  func page(_ root: Screen?, outside title: String, _ content: HTML) -> HTML {
    var layout = Layout.outside(title)
    layout.header = header
    if let root, let bar = bar(of: root, label: "Sections", isOutside: true) { layout.tabs = bar }
    return layout.page(content)
  }

  /// The visitor's name, and the way in or out.
  private var header: HTML {
    guard facts.isSignedIn else {
      let callback = QueryParameters(dictionaryLiteral: ("callback", path)).text
      return path.hasPrefix("/login")
        ? "" : #"<a class="quiet" href="/login?\#(callback)">Sign in</a>"#
    }
    return """
      <span class="who">\(facts.name ?? "Signed in")</span>
      <form method="post" action="/logout">\(Forms.token(facts))<button class="quiet">Sign out</button></form>
      """
  }

  // MARK: - Containers

  /// Returns the bar of a container with sections, or `nil` for any other screen.
  private func bar(of screen: Screen, label: String, isOutside: Bool = false) -> HTML? {
    let tabs = tabs(of: screen, isOutside: isOutside)
    guard !tabs.isEmpty else { return nil }
    let selected = screen.content.selected
    let current = isOutside ? nil : screen.content.screens.firstIndex { $0 === selected }
    return Layout.bar(tabs, current: current, label: label)
  }

  /// Returns the sections of a container, each with where its link leads.
  private func tabs(of screen: Screen, isOutside: Bool = false) -> [(title: String, url: String)] {
    let (selected, screens) = (screen.content.selected, screen.content.screens)
    return zip(Outline.tabs(of: screen.role), screens).map { tab, option in
      // The current section's link leads to its first page, any other to where it was left.
      (tab.title, option === selected && !isOutside ? tab.url() : left(tab))
    }
  }

  /// Returns the URL that a section was left at: that of the state in which its junctions alone are
  /// set.
  private func left(_ tab: Place) -> String {
    let state = try? Outline.tree.state(
      after: RoutingRequest(tab.url()),
      from: state,
      options: [.junctionsOnly]
    )
    return state.flatMap { try? Outline.tree.url(of: $0) } ?? tab.url()
  }

  /// Returns the content of a container or a page, without a dialog that is open over it.
  private func content(of screen: Screen, inDialog: Bool = false) -> HTML {
    switch screen.role {
    case .place(let place):
      return body(of: screen, place, heading: inDialog ? "h2" : "h1")
    case .stack:
      let screens = screen.content.screens
      guard let top = screens.last else { return "" }
      return back(screens.dropLast().last) + content(of: top, inDialog: inDialog)
    case .sections, .parcels:
      return screen.content.selected.map { content(of: $0, inDialog: inDialog) } ?? ""
    }
  }

  /// A link to the page below in a stack.
  private func back(_ below: Screen?) -> HTML {
    guard let below, case .place(let place) = below.role else { return "" }
    let url = place.url(below.content.parameters)
    return
      #"<p><a class="back" href="\#(url)"><span aria-hidden="true">‹</span> \#(place.title)</a></p>"#
  }

  /// Returns the dialog over a page, with the way to close it.
  private func dialog(_ modal: Screen, over below: (screen: Screen, place: Place)) -> HTML {
    let close = below.place.url(below.screen.content.parameters)
    return """
      <div class="veil"><a class="shade" href="\(close)" tabindex="-1" aria-hidden="true"></a>
      <section class="dialog" role="dialog" aria-modal="true" aria-labelledby="dialog-title" tabindex="-1">
      <a class="close" href="\(close)" autofocus><span aria-hidden="true">×</span><span class="unseen">Close</span></a>
      \(bar(of: modal, label: "In the profile") ?? "")\(content(of: modal, inDialog: true))
      <p class="aside"><a href="/inspector/tree">See this dialog in the tree: the inspector</a></p>
      </section></div>
      """
  }
}

/// A notice about a form that was sent.
struct Notice: Sendable {
  /// The fault and its remedy.
  let text: String
  /// The value that was sent, to be corrected.
  var value = ""
}
