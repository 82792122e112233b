import RoutePatterns

/// `yardmaster match`: compiles a pattern and matches URLs.
enum MatchCommand {
  static func run(_ arguments: [String], _ output: inout Output) -> Yardmaster.ExitCode {
    var options = RoutePattern.Options()
    var words: [String] = []
    var readsOptions = true
    for argument in arguments {
      switch argument {
      case "--" where readsOptions: readsOptions = false
      case "--strict" where readsOptions: options.slashes = .strict
      case "--ignore-case" where readsOptions: options.letterCase = .insensitive
      case "--help" where readsOptions, "-h" where readsOptions:
        output.line(help)
        return .success
      case let option where readsOptions && option.hasPrefix("-") && option.count > 1:
        output.error(
          "yardmaster match: there is no option \(option.quoted); see yardmaster match --help"
        )
        return .usage
      default: words.append(argument)
      }
    }
    guard let text = words.first else {
      output.error("yardmaster match: a pattern is missing; see yardmaster match --help")
      return .usage
    }
    do {
      let pattern = try RoutePattern(parsing: text, options: options)
      output.row("pattern", pattern.text)
      output.row("regex", pattern.regex)
      return match(words.dropFirst(), pattern, &output)
    } catch {
      output.error("\(error)")
      return .usage
    }
  }

  private static func match(
    _ urls: ArraySlice<String>,
    _ pattern: RoutePattern,
    _ output: inout Output
  ) -> Yardmaster.ExitCode {
    var code = Yardmaster.ExitCode.success
    for url in urls {
      output.line()
      do {
        let target = try RouteTarget(url, options: .init(slashes: pattern.options.slashes))
        output.row("target", "\(target)")
        guard let match = try pattern.match(target) else {
          output.row("match", "no")
          code = .findings
          continue
        }
        output.row("match", "yes")
        list(match, pattern, &output)
      } catch {
        output.row("url", url.quoted)
        output.row("match", "no: see the error")
        output.error("\(error)")
        code = .findings
      }
    }
    return code
  }

  private static func list(
    _ match: RouteMatch,
    _ pattern: RoutePattern,
    _ output: inout Output
  ) {
    let parameters = match.parameters
    for name in parameters.path.names {
      guard let value = parameters.path.value(of: name) else { continue }
      output.row("  path", "\(name) = \((value.text ?? value.raw).quoted)")
    }
    for name in parameters.query.names {
      for value in parameters.query.values(of: name) {
        output.row("  query", "\(name.quoted) = \(value.quoted)")
      }
    }
    if let fragment = parameters.fragment { output.row("  hash", fragment.quoted) }
  }

  static let help = """
    usage: yardmaster match [--strict] [--ignore-case] PATTERN URL...

    Compiles PATTERN and matches each URL. Without a URL the pattern is only compiled.

      --strict        doubled slashes and a slash at the end tell URLs apart
      --ignore-case   ASCII letters in paths match whatever their case
      --              what follows is no option

    A URL is a path, or has a scheme: /books/42, https://example.com/books/42, app://books/42.

    examples:
      yardmaster match '/books/:id(\\d+)' /books/42 /books/forty
      yardmaster match 'https://:tenant.example.com/*' https://acme.example.com/a/b
      yardmaster match '/:file.:ext' /photo.jpeg
    """
}
