import RoutePatterns
import Testing

@Suite struct `Schemes, hosts and slashes` {
  static let deepLinks = MatchCase.table(
    #"""
    app://push/info          app://push/info          yes
    app://push/info          app:///push/info         yes
    app://push/info          APP://Push/info          yes
    app://push/info          app://push/Info          -
    app://push/info          app://push               -
    app://push/info          /push/info               -
    app://push/info          push/info                -
    app://push/info          other://push/info        -
    app://push/info          https://push/info        -
    app:///push/info         app://push/info          yes
    APP://Push/info          app://push/info          yes
    app:///Push/info         app://push/info          -
    app:///Push/info         app:///Push/info         yes
    app:///*-Admin/x         app://x/a-Admin/x        0=x/a
    app://*-admin/x          app://A-ADMIN/x          0=a
    app://:x((?<a>[a-z])(?<b>[0-9])\2)-Admin  app://a1a-ADMIN  x=a1a
    app://*/Admin            app://x/Admin            0=x
    app://                   app://                   yes
    app://                   app://x                  -
    app://*                  app://                   0=
    app://*                  app://a/b                0=a/b
    app://*                  apps://a/b               -
    app://:id                app://x                  id=x
    app://:id                app://                   -
    app://:id                app://x/y                -
    app://push/:id           app://push/a%2Fb         id=a/b
    app://push{/:id}?        app://push               yes
    app://push{/:id}?        app://push/1             id=1
    x+y-z.1://a              x+y-z.1://a              yes
    mail://a                 mai://a                  -
    """#
  )

  static let anyScheme = MatchCase.table(
    #"""
    /push/info               app://push/info          yes
    /push/info               https://x.com/push/info  yes
    /push/info               https://push/info        -
    /push/info               ftp://h/push/info        yes
    /push/:id                app://push/1             id=1
    /info                    app://push/info          -
    /*                       app://push/info          0=push/info
    /*                       https://h:8080/a         0=a
    /...                     https://h                -
    """#
  )

  static let hosts = MatchCase.table(
    #"""
    https://api.example.com/v1/*  https://api.example.com/v1/a   0=a
    https://api.example.com/v1/*  https://API.example.com/v1     0=
    https://api.example.com/v1/*  https://api.example.com./v1    0=
    https://api.example.com/v1/*  http://api.example.com/v1/a    -
    https://api.example.com/v1/*  https://example.com/v1/a       -
    https://api.example.com/v1/*  https://apixexample.com/v1/a   -
    https://api.example.com/v1/*  https://api.example.com.evil.com/v1/a  -
    https://api.example.com/v1/*  https://evil.com/api.example.com/v1/a  -
    https://api.example.com/v1/*  /v1/a                          -
    https://api.example.com/v1/*  //api.example.com/v1/a         -
    https://api.example.com/v1/*  app://api.example.com/v1/a     -
    https://API.Example.com./x    https://api.example.com/x      yes
    https://example.com           https://example.com/           yes
    https://example.com           https://example.com            yes
    https://example.com           https://example.com/a          -
    https://example.com/          https://example.com            yes
    https://example.com/x         https://example.com:8443/x     yes
    https://example.com/x         https://example.com:443/x      yes
    https://example.com:443/x     https://example.com/x          yes
    https://example.com:443/x     https://example.com:8443/x     -
    https://example.com:8443/x    https://example.com:8443/x     yes
    https://example.com:8443/x    https://example.com/x          -
    https://example.com:8443/x    https://example.com:44300/x    -
    http://example.com:80/x       http://example.com/x           yes
    http://example.com:443/x      http://example.com/x           -
    http://example.com:443/x      http://example.com:443/x       yes
    ws://h:80/x                   ws://h/x                       yes
    https://*/x                   https://a.b.c/x                0=a.b.c
    https://*/x                   https://a.b.c:9/x              0=a.b.c
    https://*/x                   https://[::1]/x                0=[::1]
    https://*/x                   https://[::1]:9/x              0=[::1]
    https://*/x                   https://a/b/x                  -
    https://*/x                   /x                             -
    https://*.example.com/*       https://a.example.com/x        0=a & 1=x
    https://*.example.com/*       https://a.b.example.com/x      0=a.b & 1=x
    https://*.example.com/*       https://a.example.com          0=a & 1=
    https://*.example.com/*       https://example.com/x          -
    https://*.example.com/*       https://evil.com/a.example.com/x  -
    https://*.example.com/*       https://evil.com:80/.example.com/x  -
    https://*.example.com/*       https://[::1]/.example.com/x   -
    https://*.example.com/*       https://a.example.com.evil.com/x  -
    https://:sub.example.com/     https://a.example.com/         sub=a
    https://:sub.example.com/     https://a.b.example.com/       -
    https://:host/x               https://localhost/x            host=localhost
    https://:host/x               https://localhost:1/x          host=localhost
    https://:host/x               https://a.b/x                  -
    https://:host/x               https://[::1]/x                -
    https://:host(.+)/x           https://a.b/x                  host=a.b
    https://:host(.+)/x           https://a.b/c/x                -
    https://:host([^x]+)/y        https://a/b/y                  -
    https://:host([^x]+)/y        https://a:1/y                  host=a
    https://:h(\d+).x/:p          https://12.x/a                 h=12 & p=a
    https://:h(\d+).x/:p          https://a.x/a                  -
    https://{www.}?example.com/   https://www.example.com/       yes
    https://{www.}?example.com/   https://example.com/           yes
    https://{www.}?example.com/   https://wwwexample.com/        -
    https://example.com{/:id}?    https://example.com            yes
    https://example.com{/:id}?    https://example.com/1          id=1
    https://h.com{/:p}?a/b        https://h.com/xa/b             p=x
    https://h.com{/:p}?a/b        https://h.coma/b               -
    https://h.com{/}?*            https://h.com/a/b              0=a/b
    https://h.com{/}?*            https://h.com:1/a/b            0=a/b
    https://h.com{/}?*            https://h.com.evil.com/a       -
    https://h.com:1{/}?*          https://h.com:1/a              0=a
    https://h.com:1{/}?*          https://h.com:12/a             -
    https://[::1]/x               https://[::1]/x                yes
    https://[::1]/x               https://[::1]:5/x              yes
    https://[::1]:5/x             https://[::1]:5/x              yes
    https://[::1]:5/x             https://[::1]:6/x              -
    https://[::1]/x               https://[::2]/x                -
    https://[2001:DB8::1]/x       https://[2001:db8::1]/x        yes
    https://127.0.0.1/x           https://127.0.0.1/x            yes
    https://127.0.0.1/x           https://127x0.0.1a/x           -
    https://127.1/x               https://0x7f.0.0.1/x           yes
    https://127.0.0.1/x           https://2130706433/x           yes
    https://127.0.0.1/x           https://127.0.0.1./x           yes
    https://127.0.0.1/x           https://127.0.0.2/x            -
    https://127.*/x               https://0x7f.1/x               0=0.0.1
    https://[0:0::1]/x            https://[::0:1]/x              yes
    https://[::1]/x               https://[::0.0.0.1]/x          yes
    """#
  )

  static let hostsAlone = MatchCase.table(
    #"""
    //api.example.com/users/:id   https://api.example.com/users/7       id=7
    //api.example.com/users/:id   HTTP://API.example.com./users/7       id=7
    //api.example.com/users/:id   ws://api.example.com/users/7          id=7
    //api.example.com/users/:id   wss://api.example.com:8443/users/7    id=7
    //api.example.com/users/:id   ftp://api.example.com/users/7         id=7
    //api.example.com/users/:id   app://api.example.com/users/7         -
    //api.example.com/users/:id   httpx://api.example.com/users/7       -
    //api.example.com/users/:id   https://example.com/users/7           -
    //api.example.com/users/:id   https://x/api.example.com/users/7     -
    //api.example.com/users/:id   /users/7                              -
    //api.example.com/users/:id   //api.example.com/users/7             -
    //API.Example.com./x          https://api.example.com/x             yes
    //:tenant.example.com/*       http://a.example.com/b/c              tenant=a & 0=b/c
    //:tenant.example.com/*       https://a.b.example.com/c             -
    //:tenant.example.com/*       https://a.example.com.evil.com/c      -
    //:t(ACME|Foo).example.com/*  https://acme.example.com/x            t=acme & 0=x
    //*/x                         https://a.b.c:9/x                     0=a.b.c
    //*/x                         ftp://[::1]/x                         0=[::1]
    //*/x                         /x                                    -
    //*/x                         app://a/x                             -
    //h                           http://h/                             yes
    //h                           http://h/a                            -
    //h.com{/:p}?a/b              http://h.com/xa/b                     p=x
    //h.com{/:p}?a/b              http://h.coma/b                       -
    //{www.}?h.com/               wss://www.h.com/                      yes
    //h:8080/x                    http://h:8080/x                       yes
    //h:8080/x                    https://h:8080/x                      yes
    //h:8080/x                    https://h/x                           -
    //h:8080/x                    https://h:80/x                        -
    //127.1/x                     http://0x7f.1/x                       yes
    //[0:0::1]:81/x               ws://[::1]:81/x                       yes
    """#
  )

  @Test(arguments: hostsAlone)
  func `a host without a scheme is that of any scheme that has one`(_ row: MatchCase) throws {
    try row.check()
  }

  static let strict = MatchCase.table(
    #"""
    /books                   /books                   yes
    /books                   /books/                  -
    /books/                  /books/                  yes
    /books/                  /books                   -
    /books                   //books                  -
    \//books                 //books                  yes
    \//books                 /books                   -
    //books                  //books                  -
    //books                  http://books/            yes
    //books//a               http://books//a          yes
    //books//a               http://books/a           -
    /a//b                    /a//b                    yes
    /a//b                    /a/b                     -
    /a/:x                    /a/1                     x=1
    /a/:x                    /a/1/                    -
    /a/:x/                   /a/1/                    x=1
    /a/:x/                   /a/1                     -
    /a/:x                    /a/                      -
    /a/*                     /a                       -
    /a/*                     /a/                      0=
    /a/*                     /a/b/                    0=b/
    /a/*                     /a//b                    0=/b
    /*/info                  //info                   0=
    /*/info                  /info                    -
    /a/:x+                   /a/1/2                   x=1/2
    /a/:x+                   /a/1/2/                  -
    /a/:x+                   /a/1//2                  -
    /a/...                   /a/b                     yes
    /a/...                   /a/b/                    -
    /a/...                   /a/                      -
    /a{/:id/}?               /a/1/                    id=1
    /a{/:id/}?               /a/1                     -
    /a{/:id/}?               /a                       yes
    /a/{:id}?                /a/                      yes
    /a/{:id}?                /a                       -
    /                        /                        yes
    /                        //                       -
    """#,
    options: .init(slashes: .strict)
  )

  @Test(arguments: deepLinks) func `deep links`(_ row: MatchCase) throws { try row.check() }

  @Test(arguments: anyScheme) func `no scheme stands for any`(_ row: MatchCase) throws {
    try row.check()
  }

  @Test(arguments: hosts) func `values never leave the host`(_ row: MatchCase) throws {
    try row.check()
  }

  @Test(arguments: strict) func `strict slashes tell targets apart`(_ row: MatchCase) throws {
    try row.check()
  }

  static let hostCase = MatchCase.table(
    #"""
    | a host has no capitals, so that an expression in one matches whatever its case
    https://:t(ACME|Foo).example.com/*  https://acme.example.com/x  t=acme & 0=x
    https://:t(ACME|Foo).example.com/*  https://Foo.example.com/x   t=foo & 0=x
    https://:t([A-Z]+).example.com/*    https://acme.example.com/x  t=acme & 0=x
    https://:t([^A]+).example.com/*     https://acme.example.com/x  -
    https://:t([^A]+).example.com/*     https://bcd.example.com/x   t=bcd & 0=x
    https://[\:\:1]/x                   https://[::1]/x             yes
    https://[::1]/x                     https://[::1]/x             yes
    https://[::1]:81/x                  https://[::1]:81/x          yes
    https://[::1]:81/x                  https://[::1]/x             -
    https://*/x                         https://[::1]/x             0=[::1]
    https://:h/x                        https://[::1]/x             -
    /:u(http%3A//.*)                    /http%3A//x                 -
    """#
  )

  @Test(arguments: hostCase) func `hosts are matched in lower case`(_ row: MatchCase) throws {
    try row.check()
  }
}
