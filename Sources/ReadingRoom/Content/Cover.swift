import SwitchyardHTTP

/// The cover of a book, drawn from its title: the same title always looks the same.
struct Cover: Sendable {
  private let book: Book
  /// Random enough bits, made of the title.
  private let seed: UInt64

  init(_ book: Book) {
    self.book = book
    // The hash of FNV-1a, as Swift's own differs from run to run.
    seed = book.title.utf8.reduce(0xcbf2_9ce4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }
  }

  /// The drawing; the title stands beside it on the page, and is not read twice.
  var svg: HTML {
    let hue = Int(seed % 360)
    let (cloth, foil) = ("hsl(\(hue) 42% 27%)", "hsl(\((hue + 40) % 360) 70% 82%)")
    let lines = Self.lines(of: book.title)
    let title = lines.enumerated().map { index, line -> HTML in
      #"<text x="60" y="\#(46 + 17 * index)">\#(line)</text>"#
    }
    return """
      <svg class="cover" viewBox="0 0 120 168" aria-hidden="true" focusable="false" fill="\(foil)">\
      <rect width="120" height="168" rx="4" fill="\(cloth)"></rect>\
      <path d="M9 0V168" stroke="#000" stroke-opacity=".35" stroke-width="2"></path>\
      <rect x="16" y="8" width="96" height="152" rx="2" fill="none" stroke="\(foil)" stroke-opacity=".7"></rect>\
      <g font-size="14" font-weight="bold" text-anchor="middle">\(title)</g>\
      \(ornament(below: 46 + 17 * lines.count, foil))\
      <text x="60" y="148" font-size="9" text-anchor="middle">\(surname)</text></svg>
      """
  }

  private var surname: String {
    book.author.split(separator: " ").last.map(String.init) ?? book.author
  }

  /// A rosette with as many petals as the title asks for.
  private func ornament(below top: Int, _ foil: String) -> HTML {
    let (petals, middle) = (Int((seed >> 16) % 6) + 4, min(118, top + 28))
    let shapes = (0..<petals).map { petal -> HTML in
      let turn = 360 * petal / petals
      return seed >> 24 & 1 == 0
        ? #"<ellipse cx="60" cy="\#(middle - 11)" rx="4" ry="9" transform="rotate(\#(turn) 60 \#(middle))"></ellipse>"#
        : #"<path d="M60 \#(middle)l4-12-4-7-4 7z" transform="rotate(\#(turn) 60 \#(middle))"></path>"#
    }
    return
      #"<g fill-opacity=".85">\#(shapes)<circle cx="60" cy="\#(middle)" r="3"></circle></g>"#
  }

  /// The title in lines that fit on the cover.
  private static func lines(of title: String) -> [String] {
    // What follows a semicolon is printed on the title page alone.
    let words = title.prefix { $0 != ";" && $0 != ":" }.split(separator: " ")
    return words.reduce(into: []) { lines, word in
      if let last = lines.last, last.count + word.count < 12 {
        lines[lines.count - 1] = "\(last) \(word)"
      } else {
        lines.append(String(word))
      }
    }
  }
}
