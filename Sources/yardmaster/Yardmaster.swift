import RoutePatterns

@main
struct Yardmaster {
  static func main() {
    let a = CommandLine.arguments
    do {
      let p = try RoutePattern(parsing: a[1])
      print(p.text, p.regex, p.parameterNames)
      for u in a.dropFirst(2) {
        let t = try RouteTarget(u)
        if let m = try p.match(t) { print(t, m.parameters) } else { print(t, "no match") }
      }
    } catch { print(error) }
  }
}
