import SwitchyardHTTP
import Trials

/// Guards and maps that a thread exchanges while others open what they stand for: no map runs without its guard, and
/// what always has a map is never without one.
@main
struct Exchanges {
  /// How many targets each yard is opened with.
  private static let opens = 20_000

  static func main() {
    Trial("Exchanges", draws: 400_000).run(
      requiring: [
        "exchanges", "denied", "reached", "led there", "methods found", "methods refused",
        "batches",
      ]
    ) { random in
      var tally = Tally()
      if random.below(6) == 0 {
        try MethodYard().play(requests: opens, &tally)
      } else {
        let yard = Yard(Plan.draw(&random))
        try yard.play(opens: opens, &random, &tally)
      }
      return tally
    }
  }
}
