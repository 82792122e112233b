import RoutePatterns

@main
struct Yardmaster {
  static func main() {}
}
