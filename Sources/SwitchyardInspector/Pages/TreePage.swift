import NavigationTree
import SwitchyardHTTP

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The tree of whoever looks at it, with its states as a line to walk along.
struct TreePage {
  private let page: InspectorPage

  init(_ page: InspectorPage) { self.page = page }

  var response: ServerResponse {
    get async {
      guard let tree = await page.configuration.tree?(page.request) else { return nothing }
      let query = page.request.query
      let (states, present) = shown(tree)
      let at = query["at"].flatMap { Int($0) }.map { min(max(0, $0), states.count - 1) } ?? present
      let from =
        query["from"].flatMap { Int($0) }.map { min(max(0, $0), states.count - 1) }
        ?? (at > 0 ? at - 1 : nil)
      return page.response(
        .tree,
        "Tree",
        """
        <div id="results" data-tree>\(walk(states, at: at, from: from, present: present, tree))
        \(drawing(tree, states[at], from.map { states[$0] }))</div>
        \(texts(tree, states, at))\(form(""))
        """
      )
    }
  }

  private var nothing: ServerResponse {
    page.response(
      .tree,
      "Tree",
      "<p>There is no tree to look at yet. Open a page of the site, and look again.</p>"
    )
  }

  /// The states as they may be shown.
  private func shown(_ tree: InspectedTree) -> (all: [RouterState], present: Int) {
    let states = tree.states
    guard !page.configuration.showsQueries else { return states }
    return (states.all.map(\.withoutQueries), states.present)
  }

  // MARK: - A state that is pasted

  /// Draws a state that was sent, beside the present one; it changes nothing.
  var pasted: ServerResponse {
    get async throws {
      let form = try await page.request.body.form(upTo: 1 << 17)
      guard let tree = await page.configuration.tree?(page.request) else { return nothing }
      let text = form["state"] ?? ""
      let state: RouterState
      do {
        state = try JSONDecoder().decode(RouterState.self, from: Data(text.utf8))
      } catch {
        let notice: HTML = """
          <p class="bad" role="alert">This is no state: it is JSON such as \
          <code>{"active": [{"route": "/books"}]}</code>, as it is copied here.</p>
          """
        return page.response(.tree, "Tree", notice + self.form(text), status: .unprocessableContent)
      }
      let known = tree.routes
      let unknown = (state.active + state.kept.flatMap { $0 }).map(\.route)
        .filter { !known.contains($0) }
      let doubt: HTML =
        unknown.isEmpty
        ? ""
        : #"<p class="bad" role="alert">The tree has no endpoint \#(unknown.joined(separator: ", ")).</p>"#
      let (states, present) = shown(tree)
      return page.response(
        .tree,
        "Tree",
        """
        <h2>A state that was pasted, and what it would change now</h2>\(doubt)
        \(drawing(tree, state, states[present]))
        <p><a href="\(page.url("/tree"))">Back to the present state</a></p>\(self.form(text))
        """
      )
    }
  }

  private func form(_ text: String) -> HTML {
    """
    <h2 id="paste">Paste a state</h2>
    <form method="post" action="\(page.url("/tree"))#main"><label for="state">State as JSON</label>
    <textarea id="state" name="state" rows="4" spellcheck="false">\(text)</textarea>
    <p><button>Draw it</button> <span class="faint">It is compared with the present state, and changes nothing.</span></p></form>
    """
  }

  // MARK: - Parts

  /// The states from left to right, with where one is.
  private func walk(
    _ states: [RouterState],
    at: Int,
    from: Int?,
    present: Int,
    _ tree: InspectedTree
  ) -> HTML {
    let items = states.enumerated().map { place, state -> HTML in
      let mark: HTML = place == at ? #" aria-current="true""# : ""
      let name = place == present ? "present" : place < present ? "past" : "future"
      return """
        <li class="\(name)"><a href="\(link(place))"\(mark)><span class="dot" aria-hidden="true"></span>\
        <span class="unseen">State \(place + 1), \(name): </span><code>\(title(state, tree))</code></a></li>
        """
    }
    let step = { (place: Int, text: String) -> HTML in
      states.indices.contains(place)
        ? #"<a rel="\#(place < at ? "prev" : "next")" href="\#(link(place))">\#(text)</a>"#
        : #"<span class="faint">\#(text)</span>"#
    }
    let compared: HTML =
      from.map { ", compared with state \($0 + 1) <code>\(title(states[$0], tree))</code>" } ?? ""
    return """
      <nav class="walk" aria-label="States"><p>\(step(at - 1, "‹ Before")) State <strong>\(at + 1)</strong> \
      of \(states.count)\(at == present ? " (present)" : "")\(compared) \(step(at + 1, "Next ›"))</p>
      <div class="scroll" tabindex="0" role="region" aria-label="All states"><ol class="line">\(items)</ol></div></nav>
      """
  }

  private func link(_ place: Int) -> String { page.url("/tree", ["at": "\(place)"]) }

  private func title(_ state: RouterState, _ tree: InspectedTree) -> String {
    (tree.url(state) ?? state.current?.shownURL ?? "nothing").shortened
  }

  private func drawing(_ tree: InspectedTree, _ state: RouterState, _ other: RouterState?) -> HTML {
    let known = tree.routes
    let way = state.active.map { node -> HTML in
      // The routes of a state that was pasted may be anything: only those of the tree are patterns.
      let url = known.contains(node.route) ? node.shownURL ?? node.route : node.route
      return node.isModal ? "<li>over it <code>\(url)</code></li>" : "<li><code>\(url)</code></li>"
    }
    return """
      <ol class="way" aria-label="The way to the current node">\(way)</ol>
      <h2 id="tree">The tree</h2>\(TreeDrawing(tree.outline, state, comparedWith: other).html)
      """
  }

  private func texts(_ tree: InspectedTree, _ states: [RouterState], _ at: Int) -> HTML {
    let json = states[at].coded([.prettyPrinted, .sortedKeys, .withoutEscapingSlashes])
    let test = StateTest(tree, states[...at]).text
    let remark: HTML =
      page.configuration.showsQueries
      ? "" : #"<p class="remark">Values of queries are left out.</p>"#
    return """
      <h2 id="json">The state as JSON</h2>\(remark)
      <div class="copied"><label for="copy-json" class="unseen">The state as JSON</label>\
      <textarea id="copy-json" rows="8" readonly>\(json)</textarea>\
      <button class="quiet" data-copy="copy-json" hidden>Copy</button></div>
      <details><summary>As a test</summary><div class="copied">\
      <label for="copy-test" class="unseen">The way here as a test in Swift</label>\
      <textarea id="copy-test" rows="16" readonly>\(test)</textarea>\
      <button class="quiet" data-copy="copy-test" hidden>Copy</button></div></details>
      """
  }
}
