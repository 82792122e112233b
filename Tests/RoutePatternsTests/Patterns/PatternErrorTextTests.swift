import RoutePatterns
import Testing

@Suite struct `Texts of pattern errors` {
  private func text(
    _ pattern: String,
    _ validations: [String: RouteValidation] = [:],
    _ options: RoutePattern.Options = .init()
  ) -> String {
    do {
      _ = try RoutePattern(parsing: pattern, where: validations, options: options)
      return "a pattern"
    } catch {
      return error.description
    }
  }

  @Test func `faults of the grammar`() {
    #expect(
      text("/a(b") == """
        The pattern is not valid at byte 2. This parenthesis is never closed; add ), or write \\( for a \
        parenthesis.
        /a(b
          ^
        """
    )
    #expect(
      text("/é/:") == """
        The pattern is not valid at byte 4. A colon begins a parameter, and no name stands behind it; \
        write \\: for a colon.
        /é/:
           ^
        """
    )
    #expect(
      text("/:book-id") == """
        The pattern is not valid at byte 6. A parameter's name cannot hold a hyphen; write an underscore \
        or capital letters in the name, or \\- for a hyphen behind it.
        /:book-id
              ^
        """
    )
    #expect(
      text("/:id/:id") == """
        The pattern is not valid at byte 5. The name "id" is taken by a parameter before; give each \
        parameter a name of its own.
        /:id/:id
             ^
        """
    )
    for (pattern, reason) in [
      ("{id}", "{id} would be plain text; write :id, or no braces for the text."),
      ("<id>", "<id> would be plain text; write :id, or \\< for the character."),
      ("{a...}", "{a...} would be plain text; write :a(.+), or no braces for the text."),
      (
        "{id:int}",
        "{id:int} would be text and a parameter behind it; write :id, or a backslash behind the "
          + "brace for those."
      ),
      ("{id?}", "{id?} has its question mark within the braces; write {/:id}?."),
      ("[id]", "[id] would be plain text; write :id, or \\[ for the character."),
      (
        "(/:id)",
        "(/:id) would be an expression for just that text; write {/:id}? for a part that may be "
          + "absent, or [:] for the colon."
      ),
      (
        "*path",
        "*path would be anything that ends in that text; write *, which has no name, or braces "
          + "around the asterisk."
      ),
      (
        "GET /b",
        "A pattern has no method, and GET would be text of its path; write router.get(\"/b\"), "
          + "or \\ before the space."
      ),
    ] {
      #expect(
        text(pattern) == "The pattern is not valid at byte 0. \(reason)\n\(pattern)\n^"
      )
    }
    #expect(
      text("/a}") == """
        The pattern is not valid at byte 2. No brace is open here; remove it, or write \\} for a brace.
        /a}
          ^
        """
    )
    #expect(
      text("/a?x=1") == """
        The pattern is not valid at byte 2. A pattern has no query, which takes no part in matching; \
        remove it, and read the parameters of the query in the handler.
        /a?x=1
          ^
        """
    )
  }

  @Test func `faults of the meaning`() {
    #expect(
      text("/a%4") == """
        The pattern is not valid at byte 2. A percent sign begins an escape of two hexadecimal digits; \
        write %25 for a percent sign.
        /a%4
          ^
        """
    )
    #expect(
      text("/a/../b") == """
        The pattern is not valid at byte 3. Targets have their dot segments resolved, so this could match \
        nothing; write the path it leads to.
        /a/../b
           ^
        """
    )
    #expect(
      text("/.../a") == """
        The pattern is not valid at byte 1. Three dots stand for the rest of a path and must be its last \
        segment; write * here, or \\... for the dots themselves.
        /.../a
         ^
        """
    )
    #expect(
      text("app://*-Admin") == """
        The pattern is not valid at byte 8. This capital may stand in the first segment or behind it. \
        The first segment of a deep link is its host, and has small letters alone; write a small \
        letter, or three slashes behind the scheme, so that there is no host.
        app://*-Admin
                ^
        """
    )
    #expect(
      text("a\nb") == """
        The pattern is not valid at byte 1. No target holds a control character, so this could match \
        nothing; remove it.
        a\\x0Ab
         ^
        """
    )
  }

  @Test func `faults of validations and limits`() {
    #expect(
      text("/:id", ["x": "y"]) == """
        The pattern is not valid at byte 0. A validation is given for "x", and the pattern has no \
        parameter of that name; correct one of them.
        /:id
        ^
        """
    )
    #expect(
      text("/:id", ["id": "a(?R)"]) == """
        The validation of the parameter "id" is not valid at byte 1. JavaScript has no recursion. Write \
        out the levels that are needed.
        a(?R)
         ^
        """
    )
    #expect(
      text("/abc", [:], .init(limits: .init(patternLength: 3))) == """
        The pattern is not valid at byte 3. A pattern may have 3 bytes, escapes included; \
        shorten it, or raise PatternLimits.patternLength.
        /abc
           ^
        """
    )
    #expect(
      text("/:a?/:b?", [:], .init(limits: .init(optionalGroups: 1))) == """
        The pattern is not valid at byte 4. 1 parts may be absent or repeat, and this is one more; write \
        several patterns, or raise PatternLimits.optionalGroups.
        /:a?/:b?
            ^
        """
    )
    #expect(
      text("/:x((?:a|b){9})", [:], .init(limits: .init(compiledSize: 10))).contains(
        "takes more than 10 bytes; lower the bounds of its repeats, or raise "
          + "PatternLimits.compiledSize."
      )
    )
    // An estimate is held against the limit, and a higher one may help.
    #expect(
      text("/:x((?:a{1,65535}){1,65535})", [:], .init(limits: .init(compiledSize: 100_000)))
        .contains("takes more than 100000 bytes; lower the bounds of its repeats, or raise")
    )
    // What PCRE2 refuses is not allowed by any limit.
    let limits = PatternLimits(patternLength: .max, compiledSize: 1 << 16)
    #expect(
      text("/" + String(repeating: "a", count: 70_000) + "/:x", [:], .init(limits: limits))
        .contains(
          "is larger than PCRE2 can make one, whatever PatternLimits.compiledSize is; shorten the "
            + "pattern, or lower the bounds of its repeats."
        )
    )
  }
}
