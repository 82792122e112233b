import SwitchyardSessions

/// The forms of the pages; each carries the token of its visitor.
enum Forms {
  /// Returns the field that proves a form to be of this visitor's own pages.
  ///
  /// With it goes the name of the request, by which one that is sent twice is carried out once.
  static func token(_ facts: Facts) -> HTML {
    "\(hidden("token", facts.token))\(hidden("key", IdempotencyKey.random().text))"
  }

  static func login(
    _ facts: Facts,
    _ callback: String?,
    _ notice: Notice?
  ) -> HTML {
    """
    \(wanted(facts, callback, "Sign in, and we will bring you"))
    <p>In this demo any four to twelve digits are a card, and nobody checks whose. So nothing is kept under the card: \
    your orders stay with this browser until you sign out.</p>
    <form method="post" action="/login">\(token(facts))\(callback.map { hidden("callback", $0) } ?? "")
    \(field("card", "Card number", notice, #"inputmode="numeric" autocomplete="username" maxlength="60""#))
    <button>Sign in</button></form>
    """
  }

  static func welcome(
    _ facts: Facts,
    _ callback: String?,
    _ notice: Notice?
  ) -> HTML {
    """
    \(wanted(facts, callback, "One more question, and we will bring you"))
    <p>Before you sit down: what may we call you?</p>
    <form method="post" action="/welcome">\(token(facts))\(callback.map { hidden("callback", $0) } ?? "")
    \(field("name", "Your name", notice, #"autocomplete="given-name" maxlength="1000""#))
    <button>Go on</button></form>
    """
  }

  /// The order that was begun, on the pages that one passes through before it is made.
  private static func wanted(_ facts: Facts, _ callback: String?, _ promise: String) -> HTML {
    guard let book = Library.book(facts.wanted), callback == book.orderURL else { return "" }
    return #"<p class="note">\#(promise) <cite>\#(book.title)</cite>.</p>"#
  }

  static func delivery(_ facts: Facts, _ notice: Notice?) -> HTML {
    let notice = notice ?? Notice(text: "", value: facts.address)
    return """
      <form method="post" action="/profile/delivery">\(token(facts))
      \(field("address", "Desk for your books", notice, #"autocomplete="off" maxlength="1000""#))
      <button>Keep</button></form>
      """
  }

  static func order(_ book: Book, _ facts: Facts) -> HTML {
    let hint: HTML =
      facts.isKnown ? "" : #" <span class="by">You sign in first; the order waits.</span>"#
    return """
      <form method="post" action="\(book.orderURL)">\(token(facts))
      <button>Order to my desk</button>\(hint)</form>
      """
  }

  static func hidden(_ name: String, _ value: String) -> HTML {
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
      <input id="\(name)" name="\(name)" value="\(notice?.value ?? "")" required \(attributes)\(state)></p>
      \(fault)
      """
  }
}
