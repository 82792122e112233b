import Trials

/// Draws targets, and compares what a router finds and calls for them with what a scan of all its patterns says, while
/// routes come and go.
@main
struct Differential {
  static func main() {
    Trial("Differential", draws: 1_000_000).run(
      requiring: [
        "maps found", "limits", "changes", "routes whose owners died", "explanations", "denied",
        "calls of a guard", "calls of a proxy", "calls of a middleware", "exceptions",
      ]
    ) { random in
      var batch = Batch(random)
      return try batch.run()
    }
  }
}
