/// The layout that all pages have in common.
struct Layout: Sendable {
  let title: String
  /// The number of the state that is shown; `nil` on pages outside of the tree.
  var place: Int?
  /// The content at the end of the header.
  var header: HTML = ""
  /// The bar of sections.
  var tabs: HTML?
  /// The dialog that is open over the page, which then cannot be used.
  var dialog: HTML?
  /// Whether tables use the whole width.
  var isWide = false

  /// The whole page.
  func page(_ content: HTML) -> HTML {
    let number: HTML = place.map { #" data-place="\#($0)""# } ?? ""
    let width: HTML = isWide ? #" class="wide""# : ""
    let inert: HTML = dialog == nil ? "" : " inert"
    return """
      <!DOCTYPE html>
      <html lang="en">
      <head>
      <meta charset="utf-8">
      <meta name="viewport" content="width=device-width, initial-scale=1">
      <meta name="color-scheme" content="light dark">
      <title>\(title) · The Reading Room</title>
      <link rel="stylesheet" href="/room.css">
      <link rel="icon" href="/room.svg" type="image/svg+xml">
      <script src="/room.js" defer></script>
      </head>
      <body\(width)>
      <div id="room"\(number)>
      <div class="behind"\(inert)>
      <a class="skip" href="#main">Skip to the content</a>
      <header class="top"><a class="brand" href="/today">The Reading Room</a><div class="reader">\(header)</div></header>
      \(tabs ?? "")
      <main id="main" tabindex="-1">
      \(content)
      </main>
      <footer><a href="/inspector">Look behind the pages: the inspector</a></footer>
      </div>
      \(dialog ?? "")
      </div>
      <p id="says" class="unseen" role="status"></p>
      </body>
      </html>

      """
  }
}
