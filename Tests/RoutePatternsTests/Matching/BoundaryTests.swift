import RoutePatterns
import Testing

/// Where values end, and where slashes meet.
@Suite struct `Boundaries of values and segments` {
  static let escapes = MatchCase.table(
    #"""
    | a value never ends within an escape, nor within the escapes of one character
    /{:a}{:b}                /%C3%A9                  -
    /{:a}{:b}                /%C3%A9x                 a=é & b=x
    /{:a}{:b}                /x%C3%A9                 a=x & b=é
    /{:a}{:b}                /%E2%82%AC%E2%82%AC      a=€ & b=€
    /{*}A                    /%2A                     -
    /{*}A                    /%2AA                    0=*
    /{:x}A                   /%2A                     -
    /{:x}A                   /%2AA                    x=*
    /{:x}2A                  /%2A                     -
    /{:x}0                   /%20                     -
    /:x(.+)B                 /%2B                     -
    /:x(.+|a)B               /%2BB                    x=+
    /:x(.+)y                 /%2By                    x=+
    /v{:x}+1                 /v%21                    -
    /v{:x}+1                 /v%211                   x=!
    /:a%20:b                 /x%20y                   a=x & b=y
    """#
  )

  @Test(arguments: escapes) func `values end between characters`(_ row: MatchCase) throws {
    try row.check()
  }

  static let slashes = MatchCase.table(
    #"""
    | a slash that a group ends in and the one that follows are one, as they are in a target
    /a{/:id/}?/b             /a/b                     yes
    /a{/:id/}?/b             /a/x/b                   id=x
    /a{/:id/}?/b             /ax/b                    -
    {/a/}+                   /a                       yes
    {/a/}+                   /a/a/a                   yes
    {/a/}+                   /a/b                     -
    {/a/}+                   /                        -
    /a/{/b}?                 /a                       yes
    /a/{/b}?                 /a/b                     yes
    /a/{/b}?                 /ab                      -
    \//:id?                  /                        yes
    \//:id?                  /x                       id=x
    /x{/}?                   /x                       yes
    /x{/}?/y                 /x/y                     yes
    /a/{:x/}*                /a                       yes
    /a/{:x/}*                /a/b/c                   x=b/c
    | where what stands between two slashes is absent as well
    /admin/{:area}?/settings  /admin/settings         yes
    /admin/{:area}?/settings  /admin/x/settings       area=x
    /admin/{:area}?/settings  /admin/x/y/settings     -
    /admin/{:area}?/settings  /adminsettings          -
    /admin/{:area}?/settings  /admin                  -
    /a/{:x}*/b               /a/b                     yes
    /a/{:x}*/b               /a/c/b                   x=c
    /a/{:x}*/b               /a/c/d/b                 -
    /a/{:x(\d)}?/b           /a/b                     yes
    /a/{:x(\d)}?/b           /a/1/b                   x=1
    /a/{x-:x}?/b             /a/b                     yes
    /a/{x-:x}?/b             /a/x-1/b                 x=1
    /a/{b/c}?/d              /a/d                     yes
    /a/{b/c}?/d              /a/b/c/d                 yes
    /a/{b/c}?/d              /ad                      -
    /a/{:x}?/{:y}?/b         /a/b                     yes
    /a/{:x}?/{:y}?/b         /a/1/b                   x=1
    /a/{:x}?/{:y}?/b         /a/1/2/b                 x=1 & y=2
    /a/{:x}?/{:y}?/b         /a/1/2/3/b               -
    /{:lang}?/books          /books                   yes
    /{:lang}?/books          /en/books                lang=en
    {:lang}?/books           /books                   yes
    /a/{:x}?/*               /a                       0=
    /a/{:x}?/*               /a/b/c                   x=b & 0=c
    /a/{:x/}*/b              /a/b                     yes
    /a/{:x/}*/b              /a/1/2/b                 x=1/2
    /a/{:x/}*/b              /a/1/2                   -
    /a/{b/}+/c               /a/b/b/c                 yes
    /a/{b/}+/c               /a/c                     -
    /a/{:x}?{/b}?            /a                       yes
    /a/{:x(\d)}?{/b}?        /a/b                     yes
    /a/{:x(\d)}?{/b}?        /a/1/b                   x=1
    """#
  )

  @Test(arguments: slashes) func `slashes that meet are one`(_ row: MatchCase) throws {
    try row.check()
  }

  static let kept = MatchCase.table(
    #"""
    /a{/:id/}?/b             /a/b                     yes
    /a{/:id/}?/b             /a/x/b                   -
    /a{/:id/}?/b             /a/x//b                  id=x
    {/a/}+                   /a//a/                   yes
    {/a/}+                   /a/a                     -
    /admin/{:area}?/settings  /admin//settings        yes
    /admin/{:area}?/settings  /admin/settings         -
    """#,
    options: .init(slashes: .strict)
  )

  @Test(arguments: kept) func `under the strict policy they are two`(_ row: MatchCase) throws {
    try row.check()
  }

  @Test(arguments: [
    ("/admin/{:area}?/settings", "/admin{/:area}?/settings"),
    ("/{:lang}?/books", "{/:lang}?/books"),
    ("/a/{:x}*/b", "/a{/:x}?/b"), ("/a/{b/c}?/d", "/a{/b/c}?/d"), ("/a/{:x/}*/b", "/a{/:x}*/b"),
    ("/a/{:x}?/{:y}?/b", "/a{/:x}?{/:y}?/b"), ("/a/{:x}?", "/a{/:x}?"), ("/{b}?", "{/b}?"),
    ("/{:x/}{:y}?/b", "/{:x}{/:y}?/b"),
  ])
  func `a slash before a group that may be absent is one of the group`(
    _ text: String,
    _ meant: String
  ) throws {
    let pattern = try RoutePattern(parsing: text)
    #expect(try pattern == RoutePattern(parsing: meant))
    #expect(try RoutePattern(parsing: pattern.text) == pattern)
    let strict = RoutePattern.Options(slashes: .strict)
    #expect(
      try RoutePattern(parsing: text, options: strict)
        != RoutePattern(parsing: meant, options: strict)
    )
  }

  @Test func `what is absent between two slashes is so in proofs and URLs`() throws {
    let pattern: RoutePattern = "/admin/{:area}?/settings"
    #expect(pattern.covers("/admin/settings") == .yes)
    #expect(pattern.covers("/admin/:x/settings") == .yes)
    #expect(pattern.isCovered(by: ["/admin/settings", "/admin/:x/settings"]) == .yes)
    #expect(try pattern.url() == "/admin/settings")
    #expect(try pattern.url(["area": "x"]) == "/admin/x/settings")
    #expect(pattern.specificity(comparedTo: "/admin{/:area}?/settings") == .same)
  }

  @Test func `a segment of dots is found behind the slash that goes into its group`() throws {
    let error = #expect(throws: PatternError.self) { try RoutePattern(parsing: "/a/{..}?/b") }
    #expect(error?.code == .dotSegment)
    #expect(error?.offset == 4)
  }

  @Test func `a group that held nothing but a slash leaves one literal`() throws {
    #expect(try RoutePattern(parsing: "/-{/}?/a").text == "/-/a")
    #expect(try RoutePattern(parsing: "/-{/}?/a") == "/-/a")
  }
}
