/// The work that the comparisons of languages which share it may take together.
///
/// It is counted, not timed, so that the same questions in the same order have the same answers on
/// every machine. A unit is some fifty nanoseconds. What is left open when all is spent is
/// `unknown`. Use it from one task at a time.
package final class RelationBudget {
  private var left: Int

  /// Makes a budget of as many units of work.
  package init(work: Int) { left = work }

  /// Whether nothing is left.
  package var isSpent: Bool { left <= 0 }

  /// Takes away some work.
  package func spend(_ work: Int) { left -= min(left, work) }

  /// Gives it as many units as for a new run.
  package func renew(work: Int) { left = work }
}
