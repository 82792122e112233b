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
    """#,
    options: .init(slashes: .strict)
  )

  @Test(arguments: kept) func `under the strict policy they are two`(_ row: MatchCase) throws {
    try row.check()
  }

  @Test func `a group that held nothing but a slash leaves one literal`() throws {
    #expect(try RoutePattern(parsing: "/-{/}?/a").text == "/-/a")
    #expect(try RoutePattern(parsing: "/-{/}?/a") == "/-/a")
  }
}
