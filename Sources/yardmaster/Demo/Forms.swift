/// The forms of the pages; each carries the token of its visitor.
enum Forms {
  /// Returns the field that proves a form to be of this visitor's own pages.
  static func token(_ facts: Visitor.Facts) -> HTML { hidden("token", facts.token) }

  static func login(
    _ facts: Visitor.Facts,
    _ callback: String?,
    _ notice: Notice?
  ) -> HTML {
    """
    <p>Orders and your desk are kept under your card. In this demo any number of four to twelve digits is one.</p>
    <form method="post" action="/login">\(token(facts))\(callback.map { hidden("callback", $0) } ?? "")
    \(field("card", "Card number", notice, #"inputmode="numeric" autocomplete="username""#))
    <button>Sign in</button></form>
    """
  }

  static func welcome(
    _ facts: Visitor.Facts,
    _ callback: String?,
    _ notice: Notice?
  ) -> HTML {
    """
    <p>Before you sit down: what may we call you?</p>
    <form method="post" action="/welcome">\(token(facts))\(callback.map { hidden("callback", $0) } ?? "")
    \(field("name", "Your name", notice, #"autocomplete="given-name""#))
    <button>Go on</button></form>
    """
  }

  static func delivery(_ facts: Visitor.Facts, _ notice: Notice?) -> HTML {
    let notice = notice ?? Notice(text: "", value: facts.address)
    return """
      <form method="post" action="/profile/delivery">\(token(facts))
      \(field("address", "Desk for your books", notice, #"autocomplete="off""#))
      <button>Keep</button></form>
      """
  }

  static func order(_ book: Book, _ facts: Visitor.Facts) -> HTML {
    """
    <form method="post" action="/profile/orders">\(token(facts))\(hidden("book", "\(book.id)"))
    <button>Order to my desk</button></form>
    """
  }

  private static func hidden(_ name: String, _ value: String) -> HTML {
    #"<input type="hidden" name="\#(name)" value="\#(value)">"#
  }

  private static func field(
    _ name: String,
    _ label: String,
    _ notice: Notice?,
    _ attributes: HTML
  ) -> HTML {
    let isWrong = notice.map { !$0.text.isEmpty } ?? false
    let fault: HTML =
      isWrong
      ? #"<p class="fault" id="\#(name)-fault" role="alert">\#(notice?.text ?? "")</p>"# : ""
    let state: HTML =
      isWrong
      ? #" aria-invalid="true" aria-describedby="\#(name)-fault" autofocus"# : ""
    return """
      <p><label for="\(name)">\(label)</label>
      <input id="\(name)" name="\(name)" value="\(notice?.value ?? "")" required maxlength="60" \(attributes)\(state)></p>
      \(fault)
      """
  }
}
