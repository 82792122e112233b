import NavigationTree
import RoutePatterns

/// Draws the presentables of a visitor's store.
struct Drawing: Sendable {
  let state: RouterState
  let facts: Facts
  /// The number of the state in the visitor's history, which the page carries.
  let place: Int
  /// The path that was asked for, to come back to after signing in.
  let path: String
  /// The place to go on to after a form, if not the usual one.
  let callback: String?
  /// A notice about a form that was sent.
  let notice: Notice?

  /// Returns the page of the screen that is presented for the root of the tree.
  func page(_ root: Screen?) -> HTML {
    guard let root, let top = root.top else { return Layout(title: "Nothing").page("") }
    let modal = top.screen.content.modal
    let front = modal?.top ?? top
    let layout = Layout(
      title: title(of: front.screen, front.place),
      place: place,
      header: header,
      tabs: bar(of: root, label: "Sections"),
      dialog: modal.map { dialog($0, over: top) }
    )
    return layout.page(content(of: root))
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
  private func bar(of screen: Screen, label: String) -> HTML? {
    let tabs = Outline.tabs(of: screen.role)
    guard !tabs.isEmpty else { return nil }
    let (selected, screens) = (screen.content.selected, screen.content.screens)
    let items = zip(tabs, screens).map { tab, option -> HTML in
      let isCurrent = option === selected
      let current: HTML = isCurrent ? #" aria-current="page""# : ""
      // The current section's link leads to its first page, any other to where it was left.
      let url = isCurrent ? tab.url() : left(tab)
      return #"<li><a href="\#(url)"\#(current)>\#(tab.title)</a></li>"#
    }
    return #"<nav class="tabs" aria-label="\#(label)"><ul>\#(items)</ul></nav>"#
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
      <div class="veil"><section class="dialog" role="dialog" aria-modal="true" aria-labelledby="dialog-title" tabindex="-1">
      <a class="close" href="\(close)" autofocus><span aria-hidden="true">×</span><span class="unseen">Close</span></a>
      \(bar(of: modal, label: "In the profile") ?? "")\(content(of: modal, inDialog: true))
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
