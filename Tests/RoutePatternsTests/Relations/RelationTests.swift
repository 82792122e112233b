import RoutePatterns
import TestSupport
import Testing

@Suite struct `Relations of patterns` {
  @Test(.busy, arguments: paths + groups + regexes + texts + origins + strict + insensitive)
  func `covers and overlaps`(_ row: RelationCase) throws {
    let one = try RoutePattern(parsing: row.one, options: row.options)
    let other = try RoutePattern(parsing: row.other, options: row.options)
    #expect(one.covers(other) == row.covers)
    #expect(one.overlaps(other) == row.overlaps)
    #expect(other.overlaps(one) == row.overlaps)
    let (mine, theirs) = (PatternLanguage(one), PatternLanguage(other))
    // What is sure has a witness.
    let missed = mine.targetMissed(of: theirs)
    #expect((missed != nil) == (row.covers == .no))
    if let missed {
      #expect(try other.match(missed) != nil, "\(missed)")
      #expect(try one.match(missed) == nil, "\(missed)")
    }
    let shared = mine.targetShared(with: theirs)
    #expect((shared != nil) == (row.overlaps == .yes))
    if let shared {
      #expect(try one.match(shared) != nil && other.match(shared) != nil, "\(shared)")
    }
  }

  private static let paths: [RelationCase] = [
    .covering("/", "/"),
    .covering("", "/"),
    .covering("/a", "/a/"),
    .covering("/a/b", "/a/b"),
    .apart("/a", "/b"),
    .apart("/a", "/a/b"),
    .apart("/a", "/ab"),
    .covering("/:x", "/a"),
    .meeting("/a", "/:x"),
    .covering("/:x", "/:y"),
    .apart("/:x", "/"),
    .apart("/:x", "/a/b"),
    .apart("/:x/a", "/:x/b"),
    .meeting("/:x/a", "/b/:y"),
    .covering("/:x/:y", "/a/:z"),
    .apart("/:x", "/:x/:y"),
    .covering("/:_/b", "/a/b"),
    .covering("/:_", "/:id"),
    .covering("/*", "/"),
    .covering("/*", "/a/:b/c"),
    .meeting("/a/*", "/*"),
    .covering("/admin/*", "/admin"),
    .covering("/admin/*", "/admin/"),
    .covering("/admin/*", "/admin/users/:id"),
    .apart("/admin/*", "/administrator"),
    .apart("/admin/*", "/admin:rest"),
    .covering("/*/info", "/a/info"),
    .covering("/*/info", "/a/b/info"),
    .apart("/*/info", "/info"),
    .meeting("/*/info", "/a/:x"),
    .meeting("/*/a/*", "/*/b/*"),
    .covering("/*/b/*", "/a/b"),
    .covering("/a/*", "/a/:x/..."),
    .covering("/...", "/:x"),
    .covering("/...", "/a/b/c"),
    .apart("/...", "/"),
    .meeting("/...", "/*"),
    .covering("/*", "/..."),
    .covering("/a/...", "/a/:x+"),
    .covering("/a/:x+", "/a/..."),
    .meeting("/a/...", "/a/*"),
    .covering("/:x", "/:name.:ext"),
    .meeting("/:name.:ext", "/:x"),
    .covering("/:name.:ext", "/photo.jpeg"),
    .apart("/:name.:ext", "/photo"),
    .meeting("/:name.:ext", "/photo-:x"),
    .covering("/v:major", "/v2"),
    .apart("/v:major", "/v"),
    .apart("/v:major", "/w:x"),
    .meeting("/:a-:b", "/:a.:b"),
    .covering("/:a-:b", "/:a-:b-:c"),
    .meeting("/:a-:b-:c", "/:a-:b"),
    .covering("books", "/books"),
  ]

  private static let groups: [RelationCase] = [
    .covering("/books{/:id}?", "/books"),
    .covering("/books{/:id}?", "/books/:x"),
    .meeting("/books{/:id}?", "/books/*"),
    .meeting("/books", "/books{/:id}?"),
    .covering("/books/:path*", "/books/*"),
    .covering("/books/*", "/books/:path*"),
    .covering("/books/:path+", "/books/a/b"),
    .apart("/books/:path+", "/books"),
    .covering("/a{/b}*", "/a/b/b/b"),
    .meeting("/a{/b}+", "/a{/b}*"),
    .meeting("/a{/b/b}*", "/a{/b}*"),
    .covering("/a{/b}*", "/a{/b/b}*"),
    .meeting("/a{/b/b}*", "/a{/b/b/b}*"),
    .covering("/a{b}?", "/ab"),
    .covering("{/:lang}?/home", "/home"),
    .covering("{/:lang}?/home", "/en/home"),
    .covering("{/:x}?", "/"),
    .covering("/a{/}?b", "/a/b"),
    .covering("/a{-:x}*", "/a-1-2"),
  ]

  private static let regexes: [RelationCase] = [
    .covering("/:x", "/:id(\\d+)"),
    .meeting("/:id(\\d+)", "/:x"),
    .covering("/:id(\\d+)", "/42"),
    .apart("/:id(\\d+)", "/new"),
    .apart("/:id(\\d+)", "/:name([a-z]+)"),
    .meeting("/:id(\\d+)", "/:name(\\w+)"),
    .covering("/:id(\\d+)", "/:year(\\d{4})"),
    .meeting("/:year(\\d{4})", "/:year(\\d{2,4})"),
    .covering("/:x(a|b|ab)", "/:x(ab?)"),
    .covering("/:x(a*)", "/"),
    .covering("/a/:x(.*)", "/a/*"),
    .covering("/a/:x(.+)", "/a/:y+"),
    .covering("/a/:x(b\\/.*)", "/a/b/c/*"),
    .covering("/a/:x", "/a/:y([^.]+)"),
    .covering("/a/:x(\\S+)", "/a/:y"),
    .meeting("/a/:x([^.]+)", "/a/:y+"),
    .apart("/a/:x([^.]+)", "/a/:y/:z"),
    .apart("/a/:x(\\D.+)", "/a/b/c"),
    .covering("/:x([a-z]++)", "/abc"),
    .covering("/:x([a-z]++)", "/:y([a-f]+)"),
    // What the run took it does not give back.
    .apart("/:x([a-z]++z)", "/:x([a-z]+z)"),
    .covering("/:x([a-y]++z)", "/:x([a-y]+z)"),
    .apart("/:x((?!a)\\w+)", "/:x(a\\w*)"),
    .covering("/:x((?!a)\\w+)", "/:x(b\\w*)"),
    .covering("/:x((?>ab|cd))", "/ab"),
    .covering("/:x((?>[a-z]+))", "/abc"),
    // What a lazy repeat need not take it never takes where nothing is tried again.
    .apart("/admin/:p((?>\\w+?))", "/admin/users"),
    .covering("/admin/:p((?>\\w+?))", "/admin/:x(\\w)"),
    .apart("/:x((?>(?<n>[a-z]+?)))", "/bc"),
    .apart("/:x((?:[a-z]+?){1}+)", "/bc"),
    .apart("/:x((?>[a-z]{2,3}?))", "/abc"),
    .covering("/:x((?>[a-z]{2,3}?))", "/ab"),
    .apart("/a/:p((?>b??))/c", "/a/b/c"),
    .covering("/:x(\\d{1,300})", "/:x(\\d{200})"),
    .covering("/:x(%C3%A9|e)", "/é"),
    // No canonical target holds a question mark, or a small letter in an escape.
    RelationCase("/a", "/:x(\\?)", covers: .yes, overlaps: .no),
    RelationCase("/a", "/:x(%c3%a9)", covers: .yes, overlaps: .no),
    RelationCase("/a", "/:x(%61)", covers: .yes, overlaps: .no),
    RelationCase("/a", "/:x(\\.)", covers: .yes, overlaps: .no),
    RelationCase("/:x(\\?)", "/a", covers: .no, overlaps: .no),
    // Beyond what is regular only what makes no difference is known.
    RelationCase("/:x((?=ab)\\w+)", "/abc", covers: .unknown, overlaps: .unknown),
    RelationCase("/:x((?=ab)\\w+)", "/a-c", covers: .no, overlaps: .no),
    RelationCase("/:x", "/:x((?=ab)\\w+)", covers: .yes, overlaps: .unknown),
    RelationCase("/:x(\\d+)", "/:x((?=ab)\\w+)", covers: .unknown, overlaps: .unknown),
    RelationCase("/a/*", "/b/:x((?=ab)\\w+)", covers: .unknown, overlaps: .no),
    RelationCase("/b{/:x((?=ab)\\w+)}?", "/b", covers: .yes, overlaps: .yes),
    RelationCase("/a", "/b{/:x((?=ab)\\w+)}?", covers: .no, overlaps: .no),
    RelationCase("/:x((?<q>a|b)\\k<q>)", "/aa", covers: .unknown, overlaps: .unknown),
    RelationCase("/:x((?<q>a|b)\\k<q>)", "/c", covers: .no, overlaps: .no),
    RelationCase("/:x((?>a|ab)c)", "/abc", covers: .unknown, overlaps: .unknown),
    RelationCase("/:x((?:ab)++c)", "/abd", covers: .no, overlaps: .no),
    RelationCase("/:x((?:ab)++c)", "/ababc", covers: .unknown, overlaps: .unknown),
    RelationCase("/:x(\\ba)", "/a", covers: .unknown, overlaps: .unknown),
    RelationCase("/:x((?<=\\/)a)", "/a", covers: .unknown, overlaps: .unknown),
    // Too large to be looked through.
    RelationCase("/:x(\\d{9000})", "/:x(\\d{9001})", covers: .unknown, overlaps: .unknown),
    RelationCase("/:x(\\d{9000})", "/a", covers: .no, overlaps: .no),
    .apart("/:x([ab]*a[ab]{8})", "/:x([ab]*b[ab]{8})"),
    RelationCase(
      "/:x([ab]*a[ab]{40})",
      "/:x([ab]*b[ab]{40})",
      covers: .unknown,
      overlaps: .unknown
    ),
  ]

  private static let texts: [RelationCase] = [
    .covering("/café", "/caf%C3%A9"),
    .covering("/%61", "/a"),
    .apart("/a%2Fb", "/a/b"),
    .covering("/:x", "/a%2Fb"),
    .covering("/:x", "/é"),
    // A value does not end within an escape.
    .covering("/:x", "/:a2F:b"),
    .apart("/:a2F:b", "/%2F"),
    .apart("/:a\\2F", "/a%2F"),
    .covering("/:a\\2F", "/a%2F2F"),
    .covering("/:a2F:b", "/a2Fb"),
    .covering("/;a", "/;a"),
  ]

  private static let origins: [RelationCase] = [
    .covering("/a", "https://h.com/a"),
    .covering("/a", "app://a"),
    .meeting("https://h.com/a", "/a"),
    .covering("/*", "app://push/info"),
    .covering("/push/:x", "app://push/info"),
    .meeting("app://push/:x", "/push/info"),
    .covering("app://push/*", "app://push"),
    .covering("app://Push", "app://push"),
    .apart("app://push", "web://push"),
    .apart("app://push", "https://push"),
    .covering("app://:page", "app://books"),
    .covering("app:///Upper", "app:///Upper"),
    .apart("app:///Upper", "app://upper"),
    .apart("http://h.com/*", "https://h.com/*"),
    .apart("https://h.com/*", "https://i.com/*"),
    .covering("https://:tenant.h.com/*", "https://a.h.com/b"),
    .apart("https://:tenant.h.com/*", "https://h.com/b"),
    .apart("https://:tenant.h.com/*", "https://a.b.h.com/b"),
    .covering("https://*.h.com/*", "https://a.b.h.com/b"),
    .covering("https://*/a", "https://:x/a"),
    .covering("https://*/a", "https://[::1]/a"),
    .meeting("https://:x/a", "https://*/a"),
    .covering("https://h.com/a", "https://h.com:8080/a"),
    .covering("https://h.com/a", "https://h.com:443/a"),
    .meeting("https://h.com:443/a", "https://h.com/a"),
    .apart("https://h.com:443/a", "https://h.com:8443/a"),
    .apart("https://h.com:8080/a", "https://h.com:443/a"),
    .covering("https://h.com:8080/*", "https://h.com:8080/a"),
    .covering("https://{:sub.}?h.com/a", "https://h.com/a"),
    .covering("https://:h([\\d.]+)/a", "https://1/a"),
    .covering("https://0.0.0.1/a", "https://1/a"),
    .covering("https://[::1]/a", "https://[0:0::0:1]/a"),
    .covering("https://[::ffff:102:304]/a", "https://[::FFFF:1.2.3.4]/a"),
    RelationCase("/x", "https://:a.:b.:c.:d(0\\d+)/x", covers: .yes, overlaps: .no),
    .covering("https://*/x", "https://:a.:b.:c.:d(\\d+)/x"),
    .covering("https://:a(\\d+).:b(\\d+).:c(\\d+).:d(\\d+)/x", "https://*.:d(\\d+)/x"),
    .covering("https://:a.:b.:c.:d(\\d+)/x", "https://*.1/x"),
    .covering("/*", "https://*/..."),
    .covering("/*", "//*/..."),
    .covering("//h.com/*", "wss://h.com/a"),
    .covering("//h.com/a", "http://h.com:8080/a"),
    .covering("//h.com/a", "//h.com:8080/a"),
    .covering("//*/a", "//:x/a"),
    .meeting("https://h.com/*", "//h.com/*"),
    .meeting("//h.com/*", "/x"),
    .meeting("//*/*", "/*"),
    .meeting("//h.com:8080/a", "//h.com/a"),
    .apart("//h.com/*", "app://h.com/*"),
    .apart("//h.com/a", "//i.com/a"),
    .apart("//h.com:8080/a", "http://h.com:81/a"),
    .covering("//127.1/*", "http://127.0.0.1/a"),
    .covering("ws://h/a", "ws://H:80/a"),
  ]

  private static let strict: [RelationCase] = [
    .apart("/a", "/a/", .strict),
    .apart("/a/*", "/a", .strict),
    .covering("/a/*", "/a/", .strict),
    .covering("/a/*", "/a//b", .strict),
    .apart("/:x", "/a/", .strict),
    .covering("/:x/", "/a/", .strict),
    .covering("/a{/}?", "/a/", .strict),
    .covering("/*", "\\//", .strict),
    .apart("/a/:x", "/a//b", .strict),
    .covering("/*/info", "\\//info", .strict),
    .meeting("/...", "/*", .strict),
    .apart("/...", "/a/", .strict),
    .covering("app://push/*", "app://push/", .strict),
  ]

  private static let insensitive: [RelationCase] = [
    .init("/Books", "/books", covers: .yes, overlaps: .yes, .lenient, .insensitive),
    .init("/books/:x", "/BOOKS/A", covers: .yes, overlaps: .yes, .lenient, .insensitive),
    .init("/:x([a-z]+)", "/ABC", covers: .yes, overlaps: .yes, .lenient, .insensitive),
    .init("/:x([^a])", "/A", covers: .no, overlaps: .no, .lenient, .insensitive),
    .init("/Books", "/books", covers: .no, overlaps: .no, .strict, .sensitive),
    .init("/a%2f", "/A%2F", covers: .yes, overlaps: .yes, .lenient, .insensitive),
  ]
}
