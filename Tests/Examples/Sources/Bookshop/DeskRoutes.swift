import SwitchyardSecrets
import SwitchyardServer

/// The pages of those who work in the shop, behind a form to sign in with.
struct DeskRoutes {
  let shelf: Shelf
  let covers: Covers

  struct SignIn: Decodable {
    let token: String
    var to: String?
  }

  func register(in router: Router) {
    // The forms of pages of other sites are refused, that to sign in with among them. The pages show
    // no tokens, and go by the word of the browser: the keys need not outlive the program.
    let tokens = CSRFTokens(signedBy: .random()) { $0.cookies["session"] }
    router.guard("/*", except: ["/api/*"], csrf: tokens)
    router.guard("/desk/*", name: "desk") { context async throws in
      let cookie = context.exchange?.request.cookies["session"]
      guard let cookie, let user = try await shelf.user(inSession: cookie) else {
        // Who has signed in comes back to the page that was asked for.
        let login: QueryParameters = ["to": String(context.target.path)]
        return .redirect("/login?\(login)")
      }
      context[User.self] = user
      return .allow
    }
    // No cache keeps what was shown to one user.
    router.transform("/desk/*") { _, response in
      response.fields[.cacheControl] = "no-store"
    }
    router.get("/login", calledOn: .serverThread) { request in
      .html(Page.login(to: request.query["to"] ?? "/desk"))
    }
    // Whoever guesses tokens has five tries a minute.
    router.guard("/login", methods: [.post], limit: RateLimit(5, per: .seconds(60)))
    router.post("/login") { request in
      let form = try await request.body.form().decode(SignIn.self)
      // The token stays with its user: what the browser keeps is another secret, which ends.
      guard let session = try await shelf.openSession(showing: form.token) else {
        throw ResponseError(.forbidden, message: "Nobody has this token.")
      }
      // A place that is none of this site is answered with 400.
      var response = try ServerResponse.redirect(to: form.to ?? "/desk", status: .seeOther)
      let isSecure = request.scheme == .https
      response.set(try ResponseCookie(name: "session", value: session, isSecure: isSecure))
      return response
    }
    router.post("/desk/books/:id(\\d+)/cover", tags: ["Desk"]) { request in
      let form = try await request.body.multipartForm()
      guard let cover = form.file(named: "cover"), cover.contentType == "image/png" else {
        throw ResponseError.invalid([.init("cover", "is no PNG")])
      }
      try covers.store(cover, for: request)
      return try ServerResponse.redirect(to: "/desk", status: .seeOther)
    }
    router.get("/desk{/*}?", tags: ["Desk"]) { request in
      .html(Page.desk(of: try request.require(User.self).name, request.target.path))
    }
  }
}

/// The pages, in which all that comes from elsewhere is escaped.
enum Page {
  static func login(to place: String) -> String {
    """
    <!DOCTYPE html><title>Sign in</title>
    <form method="post" action="/login">
    <input name="token" type="password" autofocus><input name="to" type="hidden" value="\(escaped(place))">
    <button>Sign in</button></form>
    """
  }

  static func desk(of name: String, _ path: Substring) -> String {
    "<!DOCTYPE html><title>Desk</title><p>\(escaped(name)) is at \(escaped(String(path)))</p>"
  }

  static func escaped(_ text: String) -> String {
    var escaped = ""
    // Not by characters: one of them may be a "<" with a mark on it, which browsers see apart.
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&": escaped += "&amp;"
      case "<": escaped += "&lt;"
      case ">": escaped += "&gt;"
      case "\"": escaped += "&quot;"
      case "'": escaped += "&#39;"
      default: escaped.unicodeScalars.append(scalar)
      }
    }
    return escaped
  }
}
