import RoutePatterns
import Testing

@Suite struct `Expressions of users` {
  static let expressions = MatchCase.table(
    #"""
    /books/:id(\d+)          /books/42                id=42
    /books/:id(\d+)          /books/x                 -
    /books/:id(\d+)          /books/42x               -
    /books/:id(\d+)          /books/x42               -
    /books/:id(\d+)          /books/                  -
    /books/:id(^\d+$)        /books/42                id=42
    /books/:id(\d*)          /books/42                id=42
    /books/:id(\d*)          /books                   id=
    /books/:id(\d*)          /books/x                 -
    /books/(\d+)             /books/7                 0=7
    /books/(\d+)/(a|b)       /books/7/b               0=7 & 1=b
    /books/(\d+)/(a|b)       /books/7/c               -
    /:x(a|b)                 /a                       x=a
    /:x(a|b)                 /ab                      -
    /:x(a|ab)c               /abc                     x=ab
    /:x(a|ab)c               /bc                      -
    /:x(a|ab)                /ab                      x=ab
    /:x(.*)                  /                        x=
    /:x(.*)                  /a/b                     x=a/b
    /:x(.+)                  /                        -
    /:x(.+)                  /a/b                     x=a/b
    /:x([^\/]+)              /a                       x=a
    /:x([^\/]+?)             /a/b                     -
    /f/:x([a-c]+)            /f/abc                   x=abc
    /f/:x([a-c]+)            /f/abd                   -
    /:x(\w+)                 /a_1                     x=a_1
    /:x(\w+)                 /a-1                     -
    /:x([\w\-]+)             /a-1                     x=a-1
    /:x(%C3%A9)              /é                       x=é
    /:x(%C3%A9)              /e                       -
    /:x(\d{2,3})             /12                      x=12
    /:x(\d{2,3})             /1                       -
    /:x(\d{2,3})             /1234                    -
    /:x((?:ab)+)             /abab                    x=abab
    /:x((?:ab)+)             /aba                     -
    /:x(a\/b)                /a/b                     x=a/b
    /:x(a\/b)                /a%2Fb                   -
    /:x(a%2Fb)               /a%2Fb                   x=a/b
    /:x(\.)y                 /.y                      x=.
    /:x(\(\))                /()                      x=()
    /:x(\u0061)              /a                       x=a
    /:x(\x61)                /a                       x=a
    """#
  )

  static let possessive = MatchCase.table(
    #"""
    /:x([a-z]++)             /abc                     x=abc
    /:x([a-z]++)             /abc1                    -
    /:x([a-z]++)c            /abc                     -
    /:x([a-z]+)c             /abc                     x=ab
    /:x((?>a|ab))c           /abc                     -
    /:x((?>ab|a))c           /abc                     x=ab
    /:x((?>ab|a))c           /ac                      x=a
    /:x(a?+)a                /a                       -
    /:x(a?+)a                /aa                      x=a
    /:x(a*+)b                /aab                     x=aa
    /:x(\d{1,2}+)1           /11                      -
    /:x(\d{1,2}+)1           /111                     x=11
    """#
  )

  static let lookarounds = MatchCase.table(
    #"""
    /:x((?!new).+)           /old                     x=old
    /:x((?!new).+)           /new                     -
    /:x((?!new).+)           /newer                   -
    /:x((?=a)\w+)            /ab                      x=ab
    /:x((?=a)\w+)            /ba                      -
    /:x((?=a)b?a)            /a                       x=a
    /:x(\w+(?<=z))           /az                      x=az
    /:x(\w+(?<=z))           /za                      -
    /:x(\w+(?<!z))           /za                      x=za
    /:x(\w+(?<!z))           /az                      -
    /:x((?:(?!--)[a-z\-])+)  /a-b                     x=a-b
    /:x((?:(?!--)[a-z\-])+)  /a--b                    -
    """#
  )

  static let classes = MatchCase.table(
    #"""
    /:x([[a-z]--[aeiou]]+)   /xyz                     x=xyz
    /:x([[a-z]--[aeiou]]+)   /xaz                     -
    /:x([\w&&\d]+)           /12                      x=12
    /:x([\w&&\d]+)           /1a                      -
    /:x([^\d]+)              /ab                      x=ab
    /:x([^\d]+)              /a1                      -
    /:x(\p{ASCII_Hex_Digit}+)  /aF9                   x=aF9
    /:x(\p{ASCII_Hex_Digit}+)  /aG9                   -
    /:x(\p{Lu}\p{Ll}+)       /Ab                      x=Ab
    /:x(\p{Lu}\p{Ll}+)       /ab                      -
    /:x(\P{L}+)              /12                      x=12
    /:x(\P{L}+)              /1a                      -
    /:x([\d\-]+)             /1-2                     x=1-2
    """#
  )

  static let segments = MatchCase.table(
    #"""
    /x/:v([^.]+)             /x/a                     v=a
    /x/:v([^.]+)             /x/a/b/c                 -
    /x/:v([^.]+)             /x/a%2Fb                 v=a/b
    /x/:v([^.]+)/c           /x/a/c                   v=a
    /x/:v([^.]+)/c           /x/a/b/c                 -
    /x/:v([^.]*)             /x                       v=
    /x/:v([^.]*)             /x/a/b                   -
    /x/:v([^.]++)            /x/a/b                   -
    /x/:v((?>[^.]+))         /x/a/b                   -
    /x/:v(.{3})              /x/abc                   v=abc
    /x/:v(.{3})              /x/a/b                   -
    /x/:v(a.*)               /x/a-b                   v=a-b
    /x/:v(a.*)               /x/a/b                   -
    /x/:v(.+b)               /x/a/b                   -
    /x/:v(.+.+)              /x/a/b                   -
    /x/:v(1|.+)              /x/a/b                   -
    /x/:v((?:.+)?)           /x/a/b                   -
    /x/:v(\D+)               /x/ab                    v=ab
    /x/:v(\D+)               /x/a/b                   -
    /x/:v(\S+)               /x/a/b                   -
    /x/:v(\W+)               /x/-.-                   v=-.-
    /x/:v(\W+)               /x/-/-                   -
    /x/:v([^\d]+)            /x/a/b                   -
    /x/:v([\D]+)             /x/a/b                   -
    /x/:v(\P{L}+)            /x/1/2                   -
    /x/:v(\p{P}+)            /x/-/-                   -
    /x/:v([^]{3})            /x/a/b                   -
    /x/:v([[^a]--[c]]+)      /x/b/b                   -
    /x/:v([+-9]+)            /x/1.2                   v=1.2
    /x/:v([+-9]+)            /x/1/2                   -
    /x/:v(a[[.-0]--[.0]]b)   /x/a/b                   -
    /x/a:v([^b]+)c           /x/a12c                  v=12
    /x/a:v([^b]+)c           /x/a1/2c                 -
    /x/([^.]+)               /x/a/b                   -
    /x/:_([^.]+)             /x/a/b                   -
    /x{/:v([^.]+)}?          /x/a/b                   -
    /x/:v([^.]+)+            /x/a/b                   v=a/b
    /x/:v(.{2})*             /x/ab/cd                 v=ab/cd
    /x/:v(.{2})*             /x/a/b                   -
    app://x/:v([^.]+)        app://x/a/b              -
    /x/:v((?<n>[^.]+)-\k<n>)  /x/a-a                  v=a-a
    /x/:v((?<n>[^.]+)-\k<n>)  /x/a/b-a/b              -
    | A value is all that is looked at.
    /x/:v((?=.*b).+)         /x/ab                    v=ab
    /x/:v((?=.*b).+)/b       /x/a/b                   -
    /x/:v((?!.*b).+)/b       /x/a/b                   v=a
    /x/:v(a(?=[^b]))/c       /x/a/c                   -
    /x/:v(a(?![^b]))/c       /x/a/c                   v=a
    /x/:v((?<=[^a])b)        /x/b                     -
    /x/:v((?<![^a])b)        /x/b                     v=b
    | Where a slash is written it is meant, and so are all bytes where nothing else is written.
    /x/:v(.*)                /x/a/b                   v=a/b
    /x/:v(.*)                /x                       v=
    /x/:v(.+)                /x/a/b                   v=a/b
    /x/:v(.+?)               /x/a/b                   v=a/b
    /x/:v(.++)               /x/a/b                   v=a/b
    /x/:v(.{1,})             /x/a/b                   v=a/b
    /x/:v(^.+$)              /x/a/b                   v=a/b
    /x/:v((?:.+))            /x/a/b                   v=a/b
    /x/:v((?<n>.+))          /x/a/b                   v=a/b
    /x/:v([^]*)              /x/a/b                   v=a/b
    /x/:v([\s\S]+)           /x/a/b                   v=a/b
    /x/:v(.+)c               /x/a/bc                  v=a/b
    /x/:v(a/.+)              /x/a/b/c                 v=a/b/c
    /x/:v(a\/.+)             /x/a/b/c                 v=a/b/c
    /x/:v(a\x2F.+)           /x/a/b/c                 v=a/b/c
    /x/:v(a\u002f.+)         /x/a/b/c                 v=a/b/c
    /x/:v(a\u{2F}.+)         /x/a/b/c                 v=a/b/c
    /x/:v([\/\-a-c]+)        /x/a/b-c                 v=a/b-c
    /x/:v([\/-9]+)           /x/1/2                   v=1/2
    /x/:v([\q{\/}12]+)       /x/1/2                   v=1/2
    /x/:v([^\/]+\.[^.]+)     /x/a.b/c                 v=a.b/c
    /x/:v((?!a/).+b)         /x/b/b                   v=b/b
    /x/:v((?!a/).+b)         /x/a/b                   -
    """#
  )

  static let insensitive = MatchCase.table(
    #"""
    /books                   /BOOKS                   yes
    /BOOKS                   /books                   yes
    /books                   /bOoKs                   yes
    /books                   /boks                    -
    /books/:id               /BOOKS/AbC               id=AbC
    /books/:id(abc)          /books/AbC               id=AbC
    /books/:id([a-c]+)       /books/ABC               id=ABC
    /books/:id([a-c]+)       /books/ABD               -
    /books/:id([^a-c]+)      /books/A                 -
    /books/:id([^a-c]+)      /books/D                 id=D
    /:a/:b                   /X/y                     a=X & b=y
    /É                       /É                       yes
    /É                       /é                       -
    /é                       /%C3%A9                  yes
    /é                       /%c3%89                  -
    /k                       /K                       yes
    /k                       /%E2%84%AA               -
    /s                       /ſ                       -
    /a%2Fb                   /A%2fB                   yes
    /a%2Fb                   /A/B                     -
    App://Push/Info          app://push/INFO          yes
    https://A.example.com/X  https://a.EXAMPLE.com/x  yes
    https://A.example.com/X  https://b.example.com/x  -
    /{A}?b                   /AB                      yes
    /:x(\p{Lu}+)             /AB                      x=AB
    """#,
    options: .init(letterCase: .insensitive)
  )

  @Test(arguments: expressions) func `match a value in full`(_ row: MatchCase) throws {
    try row.check()
  }

  @Test(arguments: possessive) func `may be possessive`(_ row: MatchCase) throws {
    try row.check()
  }

  @Test(arguments: lookarounds) func `may look around`(_ row: MatchCase) throws {
    try row.check()
  }

  @Test(arguments: classes) func `have classes with operators`(_ row: MatchCase) throws {
    try row.check()
  }

  @Test(arguments: segments)
  func `keep a value in its segment unless they write a slash or take any text`(
    _ row: MatchCase
  ) throws {
    try row.check()
  }

  @Test(arguments: insensitive) func `case is folded in ASCII only`(_ row: MatchCase) throws {
    try row.check()
  }
}
