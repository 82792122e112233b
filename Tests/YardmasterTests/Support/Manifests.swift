/// Manifests that calls of the tests read.
enum Manifests {
  static let site = """
    # A site with a little of everything.
    GUARD     /admin/*
    PROXY     /old/*                        # leads on to /new
    GET       /                   home
    GET,POST  /login              login     @Public
    GET       /books/:id(\\d+)     book
    get       /books/:slug
    *         /status                       @Public
    PUT       /admin/users/:id    user      @Private @Audit
    PROXY     /books/*            counter   @Views
    FALLBACK  /*

    """

  static let app = """
    MAP       app://books/:id     book      @Views
    MAP       app://books/*                 @Logs
    MAP       app://push/info               @Views
    FALLBACK  app://*

    """

  /// Has every kind of finding under the order in which the latest wins.
  static let faulty = """
    GUARD  https://example.com/admin/*
    GUARD  /nowhere/*
    GET    /admin/:page     page     @Private
    GET    /admin/:page     again    @Private
    GET    /books/new
    GET    /books/:id
    PROXY  /books/*                  @Views

    """

  static let listing = """
    [
      {"kind": "guard", "pattern": "/admin/*", "order": 2, "regex": "^/admin(?:/|$)(.*+)$"},
      {"kind": "map", "pattern": "/admin/:page", "order": 5, "name": "page",
       "tags": [{"method": "GET"}, "Private"], "queue": "pages", "ownerAlive": true,
       "id": "5B1C3B1E-0F51-4E5A-9C39-3C1C8E3C2A11"},
      {"kind": "map", "pattern": "\\/books", "order": 3, "tags": ["HTTP"]},
      {"kind": "fallback", "pattern": "/*"}
    ]

    """

  /// A site that has changed for the worse.
  static let changed = """
    GUARD     /admin/users/*
    PROXY     /old/*
    GET       /                   home
    GET       /login              login     @Public
    GET       /books/:slug        page
    GET       /books/new
    GET       /books/:number(\\d+) book
    *         /status                       @Open
    PUT       /admin/users/:id    user      @Private @Audit
    GET       /admin/log
    PROXY     /books/*            counter   @Views
    FALLBACK  /*

    """

  /// A site that has more than it had.
  static let wider = site + "GET /shelves\n"

  /// The listing of the demo app that is kept in git; the documentation shows a difference from it.
  static let demo = Snapshot.text(of: "demo.json")

  static let demoFiles = [
    "-": demo,
    "routes.json":
      demo
      .replacing(/\n *"regex" : .*/, with: "")
      .replacing("\"/profile/*\"", with: "\"/profile/orders/*\"")
      .replacing("\"/books/:id(\\\\d+)\"", with: "\"/books/:number(\\\\d+)\"")
      .replacing("\"/yard\"", with: "\"/shunting\""),
  ]

  /// Routes that a document says, but for one.
  static let documented = """
    GET       /books/:id(\\d+)     book      @Public
    GET       /loans/:number      loan
    GET       /files/*

    """

  static let document = """
    {
      "openapi": "3.1.0",
      "info": {"title": "Library", "version": "1.0.0"},
      "paths": {
        "/books/{id}": {
          "get": {
            "operationId": "book",
            "parameters": [
              {"name": "id", "in": "path", "required": true, "schema": {"pattern": "^[0-9]+$"}}
            ],
            "responses": {"200": {"description": "The book."}}
          }
        },
        "/loans/{number}": {
          "get": {
            "parameters": [
              {"name": "number", "in": "path", "required": true, "schema": {"type": "string"}}
            ]
          }
        }
      }
    }

    """

  static let otherDocument = """
    {
      "openapi": "3.1.0",
      "paths": {
        "/books/{key}": {
          "get": {"parameters": [{"name": "key", "in": "path", "schema": {"maxLength": 3}}]}
        },
        "/loans/{number}": {"get": {"security": [{"bearerAuth": []}]}},
        "/gone": {"get": {}}
      }
    }

    """

  static let files = [
    "changed.txt": changed, "wider.txt": wider,
    "site.txt": site, "app.txt": app, "faulty.txt": faulty, "listing.json": listing, "-": site,
    "document.json": document, "documented.txt": documented,
  ]
}
