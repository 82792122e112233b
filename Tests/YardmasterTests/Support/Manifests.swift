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

  static let files = [
    "site.txt": site, "app.txt": app, "faulty.txt": faulty, "listing.json": listing, "-": site,
  ]
}
