import RoutePatterns
import Testing

@Suite struct `Groups, repeats and tails` {
  static let optional = MatchCase.table(
    #"""
    /books{/:id}?            /books                   yes
    /books{/:id}?            /books/                  yes
    /books{/:id}?            /books/1                 id=1
    /books{/:id}?            /books/1/                id=1
    /books{/:id}?            /books/1/2               -
    /books{/:id}?            /booksx                  -
    /books/:id?              /books                   yes
    /books/:id?              /books/1                 id=1
    /books/:id?              /books/1/2               -
    /books/{:id}?            /books                   yes
    /books/{:id}?            /books/                  yes
    /books/{:id}?            /books/1                 id=1
    /books/{:id}?            /books1                  -
    /books/{:id}?            /books/1/2               -
    /books{/:id/}?           /books                   yes
    /books{/:id/}?           /books/1                 id=1
    /books{/:id/}?           /books/1/                id=1
    /books{/:id/}?           /books/1/2               -
    /books{/new}?            /books                   yes
    /books{/new}?            /books/new               yes
    /books{/new}?            /books/old               -
    /books{/new}?            /booksnew                -
    /book{s}?                /book                    yes
    /book{s}?                /books                   yes
    /book{s}?                /bookss                  -
    /{:lang/}?books          /books                   yes
    /{:lang/}?books          /en/books                lang=en
    /{:lang/}?books          /en/fr/books             -
    {/:lang}?/books          /books                   yes
    {/:lang}?/books          /en/books                lang=en
    {/:lang}?/books          /en                      -
    /:a?/:b?                 /                        yes
    /:a?/:b?                 /x                       a=x
    /:a?/:b?                 /x/y                     a=x & b=y
    /:a?/:b?                 /x/y/z                   -
    {/:a/}{b}?               /x                       a=x
    {/:a/}{b}?               /x/b                     a=x
    {/:a/}{b}?               /x/c                     -
    {/:a}?                   /                        yes
    {/:a}?                   (empty)                  yes
    {/:a}?                   /x                       a=x
    {/:a}?                   /x/y                     -
    /books/:id(\d+)?         /books                   yes
    /books/:id(\d+)?         /books/1                 id=1
    /books/:id(\d+)?         /books/x                 -
    /books{/page/:page}?     /books/page/2            page=2
    /books{/page/:page}?     /books/page              -
    /books{-:kind}?          /books-old               kind=old
    /books{-:kind}?          /books-                  -
    /a{-b}                   /a-b                     yes
    /a{-b}                   /a                       -
    /v{:x}?y                 /vy                      yes
    /v{:x}?y                 /vzy                     x=z
    """#
  )

  static let repeated = MatchCase.table(
    #"""
    /a/:x+                   /a                       -
    /a/:x+                   /a/1                     x=1
    /a/:x+                   /a/1/2/3                 x=1/2/3
    /a/:x+                   /a/1/                    x=1
    /a/:x*                   /a                       yes
    /a/:x*                   /a/1/2                   x=1/2
    /a/:x*                   /b/1/2                   -
    /:x+                     /                        -
    /:x+                     /1/2                     x=1/2
    /:x*                     /                        yes
    /a/:x+/z                 /a/1/2/z                 x=1/2
    /a/:x+/z                 /a/z                     -
    /a/:x*/z                 /a/z                     yes
    /a/:x*/z                 /a/1/2/z                 x=1/2
    /a/:x*/z                 /a/1/2                   -
    /a/:x(\d+)+              /a/1/2                   x=1/2
    /a/:x(\d+)+              /a/1/b                   -
    /a/:x(\d+)*              /a                       yes
    /a{/b}+                  /a                       -
    /a{/b}+                  /a/b                     yes
    /a{/b}+                  /a/b/b                   yes
    /a{/b}+                  /a/b/c                   -
    /a{/b}*                  /a                       yes
    /a{/b}*                  /a/b/b                   yes
    /{ab}+                   /abab                    yes
    /{ab}+                   /aba                     -
    /{ab}*                   /                        yes
    /x{-:n}+                 /x-1-2                   n=1-2
    /x{-:n}+                 /x                       -
    /x{-:n}*                 /x                       yes
    /{:n,}+z                 /1,2,z                   n=1,2
    /{:n,}+z                 /z                       -
    /{:x}+                   /abc                     x=abc
    /{:x}+                   /a/b                     -
    """#
  )

  static let wildcards = MatchCase.table(
    #"""
    /route/*                 /route                   0=
    /route/*                 /route/                  0=
    /route/*                 /route/a                 0=a
    /route/*                 /route/a/b               0=a/b
    /route/*                 /route/a/b/              0=a/b
    /route/*                 /routes                  -
    /route/*                 /routex/a                -
    /route/*                 /                        -
    /admin/*                 /admin                   0=
    /admin/*                 /admin/                  0=
    /admin/*                 //admin//                0=
    /admin/*                 /admin/users             0=users
    /admin/*                 /administrator           -
    /admin/*                 /admin.                  -
    /admin/*                 /admin%2Fusers           -
    /admin/*                 /x/../admin/a            0=a
    /admin/*                 /admin/../x              -
    /admin/*                 /%61dmin/a               0=a
    /admin*                  /administrator           0=istrator
    /admin*                  /admin                   0=
    /admin*                  /admi                    -
    /*                       /                        0=
    /*                       /a/b                     0=a/b
    *                        /                        0=
    *                        /a/b                     0=a/b
    /*/info                  /a/info                  0=a
    /*/info                  /a/b/info                0=a/b
    /*/info                  /a/information           -
    /*/info                  /a                       -
    /*/info                  /a/info/b                -
    /*/a/*                   /x/a/y                   0=x & 1=y
    /*/a/*                   /x/a                     0=x & 1=
    /*/a/*                   /x/b/y                   -
    /*.js                    /a/b.js                  0=a/b
    /*.js                    /.js                     0=
    /*.js                    /a.jsx                   -
    /a/*?                    /a/b                     0=b
    /a/**                    /a/b                     0=b
    /a{/*}?                  /a                       0=
    /a{/*}?                  /a/b/c                   0=b/c
    /a{/*}?                  /ab                      -
    /*                       /a%2Fb/c%5Cd             0=a%2Fb/c%5Cd
    /*                       /é/a%20b                 0=é/a b
    /*                       /a%2Eb                   0=a.b
    """#
  )

  static let tails = MatchCase.table(
    #"""
    /files/...               /files                   -
    /files/...               /files/                  -
    /files/...               /files/a                 yes
    /files/...               /files/a/b/c             yes
    /files/...               /files/a/b/              yes
    /files/...               /filesx/a                -
    /files/...               /file                    -
    /files/.../              /files/a                 yes
    /...                     /                        -
    /...                     /a                       yes
    /...                     /a/b                     yes
    ...                      /a/b                     yes
    /:id/...                 /7/a/b                   id=7
    /:id/...                 /7                       -
    books/...                /books/1                 yes
    /files/\...              /files/...               yes
    /files/\...              /files/a                 -
    /files/...x              /files/...x              yes
    /files/...x              /files/ax                -
    /files/x...              /files/x...              yes
    /files/x...              /files/xa                -
    /files/....              /files/....              yes
    /files/....              /files/a                 -
    app://...                app://a/b                yes
    app://push/...           app://push               -
    app://push/...           app://push/a             yes
    """#
  )

  @Test(arguments: optional) func `groups may be absent`(_ row: MatchCase) throws {
    try row.check()
  }

  @Test(arguments: repeated) func `parts repeat`(_ row: MatchCase) throws { try row.check() }

  @Test(arguments: wildcards) func `an asterisk takes anything`(_ row: MatchCase) throws {
    try row.check()
  }

  @Test(arguments: tails) func `three dots take the rest`(_ row: MatchCase) throws {
    try row.check()
  }
}
