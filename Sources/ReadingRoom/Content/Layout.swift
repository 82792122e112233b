import SwitchyardHTTP

/// The layout that all pages have in common.
struct Layout: Sendable {
  let title: String
  /// The number of the state that is shown; `nil` on pages outside of the tree.
  var place: Int?
  /// The path of the page below the dialog, or of the page itself.
  var path: String?
  /// Whether one only passes through, as through a page to sign in: the next page takes its place
  /// in the history of the browser.
  var isPassed = false
  /// The content at the end of the header.
  var header: HTML = ""
  /// The bar of sections.
  var tabs: HTML?
  /// A step of the tour.
  var tour: HTML?
  /// The dialog that is open over the page, which then cannot be used.
  var dialog: HTML?
  /// A sentence about the page, for search engines and for previews of a link.
  var summary =
    "A reading room whose tabs keep what they show. Every page of it is a place in a tree that URLs lead to."

  /// The whole page.
  func page(_ content: HTML) -> HTML {
    // Without its type a choice of two texts would be a text, and be escaped.
    let inert: HTML = dialog == nil ? "" : " inert"
    return """
      <!DOCTYPE html>
      <html lang="en">
      <head>
      <meta charset="utf-8">
      <meta name="viewport" content="width=device-width, initial-scale=1">
      <meta name="color-scheme" content="light dark">
      <title>\(title) · The Reading Room</title>
      \(preview)
      <link rel="stylesheet" href="/room.css">
      <link rel="icon" href="/room.svg" type="image/svg+xml">
      <script src="/room.js" defer></script>
      </head>
      <body>
      <div id="room"\(attributes)>
      <div class="behind"\(inert)>
      <a class="skip" href="#main">Skip to the content</a>
      <header class="top"><a class="brand" href="/today"><img src="/room.svg" alt="" width="32" height="32">The Reading Room</a>\
      <div class="reader">\(header)</div></header>
      \(tabs ?? "")\(tour ?? "")
      <main id="main" tabindex="-1">
      \(content)
      </main>
      <footer><a href="/yard">The yard: watch a URL find its way</a>
      <a href="/inspector">Look behind the pages: the inspector</a></footer>
      </div>
      \(dialog ?? "")
      </div>
      <p id="says" class="unseen" role="status"></p>
      </body>
      </html>

      """
  }

  private var preview: HTML {
    """
    <meta name="description" content="\(summary)">
    <meta property="og:site_name" content="The Reading Room">
    <meta property="og:type" content="website">
    <meta property="og:title" content="\(title)">
    <meta property="og:description" content="\(summary)">
    """
  }

  private var attributes: HTML {
    let number: HTML = place.map { #" data-place="\#($0)""# } ?? ""
    let path: HTML = path.map { #" data-page="\#($0)""# } ?? ""
    return number + path + (isPassed ? " data-passed" : "")
  }
}

extension Layout {
  /// The layout of a page outside of the tree, with the bar of sections, none of which is shown.
  static func outside(_ title: String, tabs: [(title: String, url: String)] = Self.roots) -> Layout
  {
    Layout(title: title, tabs: bar(tabs, label: "Sections"))
  }

  /// The first pages of the sections.
  static let roots = Outline.tabs(of: .sections).map { (title: $0.title, url: $0.url()) }

  /// Returns a bar of tabs.
  static func bar(
    _ tabs: [(title: String, url: String)],
    current: Int? = nil,
    label: String
  ) -> HTML {
    let items = tabs.indices.map { index -> HTML in
      let mark: HTML = index == current ? #" aria-current="page""# : ""
      let (title, url) = tabs[index]
      // The text stands there twice: once as it is when it is bold, so that the bar never moves.
      return #"<li><a href="\#(url)"\#(mark)><span data-text="\#(title)">\#(title)</span></a></li>"#
    }
    return #"<nav class="tabs" aria-label="\#(label)"><ul>\#(items)</ul></nav>"#
  }
}
