import RoutePatterns
import Testing

@Suite struct `Segments and parameters` {
  static let literals = MatchCase.table(
    #"""
    /                        /                        yes
    /                        (empty)                  yes
    /                        https://example.com      yes
    /                        /a                       -
    (\/)                     /                        -
    books                    /books                   yes
    books                    books                    yes
    /books                   books                    yes
    books/mine               /books/mine              yes
    /books                   /book                    -
    /books                   /bookss                  -
    /books                   /books/1                 -
    /books                   /a/books                 -
    /books                   /Books                   -
    /books                   /                        -
    /books                   /books?x=1#top           yes
    /books                   /books%20                -
    /books.json              /books.json              yes
    /books.json              /booksxjson              -
    /a\+b                    /a+b                     yes
    /a\+b                    /aab                     -
    /a\*b                    /a*b                     yes
    /a\*b                    /axb                     -
    /\(a\)                   /(a)                     yes
    /\{a\}                   /%7Ba%7D                 yes
    /\:a                     /:a                      yes
    /\:a                     /b                       -
    /a$b^c                   /a$b^c                   yes
    /a|b                     /a                       -
    /a|b                     /a|b                     yes
    /\[ab]                   /a                       -
    /\[ab]                   /%5Bab%5D                yes
    /x[ab]                   /xa                      -
    /x[ab]                   /x%5Bab%5D               yes
    /a.b                     /a.b                     yes
    /a.b                     /axb                     -
    /-_~!$&',;=@             /-_~!$&',;=@             yes
    """#
  )

  static let canonical = MatchCase.table(
    ##"""
    /café                    /café                    yes
    /café                    /caf%C3%A9               yes
    /caf%c3%a9               /café                    yes
    /café                    /cafe                    -
    /a b                     /a%20b                   yes
    /a%20b                   /a b                     yes
    /%61bc                   /abc                     yes
    /%61bc                   /%61bc                   yes
    /abc                     /%61%62%63               yes
    /%41bc                   /abc                     -
    /a%2Fb                   /a%2Fb                   yes
    /a%2fb                   /a%2Fb                   yes
    /a%2Fb                   /a/b                     -
    /a/b                     /a%2Fb                   -
    /a%5Cb                   /a%5Cb                   yes
    /a%5cb                   /a\b                     yes
    /a\\b                    /a%5Cb                   yes
    /a\\b                    /a/b                     -
    /100%25                  /100%25                  yes
    /100%25                  /100%2525                -
    /%7Euser                 /~user                   yes
    /%2B                     /+                       -
    /%2B                     /%2b                     yes
    /\?                      /%3F                     yes
    /\#a                     /%23a                    yes
    /日本/:id                /日本/1                  id=1
    /日本/:id                /%E6%97%A5%E6%9C%AC/1    id=1
    /日本/:id                /日/1                    -
    /a"b                     /a%22b                   yes
    /a\<b>                   /a%3Cb%3E                yes
    """##
  )

  static let parameters = MatchCase.table(
    #"""
    /books/:id               /books/42                id=42
    /books/:id               /books                   -
    /books/:id               /books/                  -
    /books/:id               /books/42/               id=42
    /books/:id               //books//42              id=42
    /books/:id               /books/42/x              -
    /books/:id               /book/42                 -
    /books/:id               /books42                 -
    /books/:id               /books/a.b-c~d           id=a.b-c~d
    /books/:id               /books/a;v=1             id=a;v=1
    /books/:id               /books/a+b               id=a+b
    /books/:id               /books/a%20b             id=a b
    /books/:id               /books/é                 id=é
    /books/:id               /books/%C3%A9            id=é
    /books/:id               /books/a%2Fb             id=a/b
    /books/:id               /books/a%5Cb             id=a\b
    /books/:id               /books/%2E%2E            -
    /books/:id               /books/..%2Fx            id=../x
    /books/:id               /books/%252F             id=%2F
    /books/:id               /books/100%25            id=100%
    /books/:id               /books/x?id=y            id=x
    /books/:id               /books?id=y              -
    /:a                      /x                       a=x
    /:a                      /                        -
    :a                       /x                       a=x
    /:a/:b                   /x/y                     a=x & b=y
    /:a/:b                   /x                       -
    /:a/:b                   /x/y/z                   -
    /:a/b/:c                 /x/b/z                   a=x & c=z
    /:a/b/:c                 /x/c/z                   -
    /:名前                   /x                       名前=x
    /:$x_1                   /y                       $x_1=y
    /:_                      /x                       yes
    /:_                      /                        -
    /:_                      /x/y                     -
    /:_/info                 /x/info                  yes
    /:_/info                 /info                    -
    /:_/info                 /x/y/info                -
    /:_/:_/:id               /a/b/c                   id=c
    /:_/:_/:id               /a/b                     -
    /:_(\d+)/x               /12/x                    yes
    /:_(\d+)/x               /a/x                     -
    /:_x                     /a                       _x=a
    /a/:_?                   /a                       yes
    /a/:_?                   /a/b                     yes
    /a/:_?                   /a/b/c                   -
    """#
  )

  static let withinSegments = MatchCase.table(
    #"""
    /:file.:ext              /book.pdf                file=book & ext=pdf
    /:file.:ext              /a.b.c                   file=a & ext=b.c
    /:file.:ext              /book                    -
    /:file.:ext              /.pdf                    -
    /:file.:ext              /book.                   -
    /:file.:ext              /a/b.c                   -
    /v:major                 /v2                      major=2
    /v:major                 /v                       -
    /v:major                 /2                       -
    /v:major                 /v2/x                    -
    /v:major.:minor          /v1.2                    major=1 & minor=2
    /v:major.:minor          /v12                     -
    /:a-:b                   /x-y                     a=x & b=y
    /:a-:b                   /x-y-z                   a=x & b=y-z
    /:a-:b                   /xy                      -
    /:a-:b                   /-y                      -
    /:a-:b-:c                /1-2-3                   a=1 & b=2 & c=3
    /:a-:b-:c                /1-2                     -
    /:from(\d+)-:to(\d+)     /1-22                    from=1 & to=22
    /:from(\d+)-:to(\d+)     /1-x                     -
    /:id(\d+)-edit           /7-edit                  id=7
    /:id(\d+)-edit           /x-edit                  -
    /@:user                  /@me                     user=me
    /@:user                  /me                      -
    /{:a}b                   /xb                      a=x
    /{:a}b                   /b                       -
    /{:a}{:b}                /xyz                     a=x & b=yz
    /{:a}{:b}                /x                       -
    /:a,:b                   /1,2                     a=1 & b=2
    /:a%2C:b                 /1,2                     -
    /:a%2C:b                 /1%2C2                   a=1 & b=2
    /:x(a+):y(b+)            /aab                     x=aa & y=b
    /:x(a+):y(b+)            /ba                      -
    """#
  )

  @Test(arguments: literals) func `literal text stands for itself`(_ row: MatchCase) throws {
    try row.check()
  }

  @Test(arguments: canonical) func `literals are canonical`(_ row: MatchCase) throws {
    try row.check()
  }

  @Test(arguments: parameters) func `parameters take a segment`(_ row: MatchCase) throws {
    try row.check()
  }

  @Test(arguments: withinSegments) func `segments hold several`(_ row: MatchCase) throws {
    try row.check()
  }
}
