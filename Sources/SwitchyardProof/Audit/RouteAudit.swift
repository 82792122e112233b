/// The report on which maps and fallbacks somebody would have come to, as guards that were really
/// asked have said.
///
///     #expect(await router.audit().unexpected.isEmpty)
///
///     let report = await router.audit { visitor in
///       visitor.fields[.cookie] = "session=expired"
///     }
///     print(report.table)
public struct RouteAudit: Hashable, Sendable, Codable {
  /// The maps and fallbacks, in the order of their registration.
  public let entries: [Entry]
  /// The number of the version whose routes these are.
  public let version: Int?

  /// The maps and fallbacks that would have run.
  public var open: [Entry] { entries.filter { $0.verdict == .open } }

  /// The maps and fallbacks of which it is not known whether they would have run.
  public var undecided: [Entry] { entries.filter { $0.verdict == .undecided } }

  /// The maps and fallbacks that would have run, or of which that is not known, without those that
  /// are declared as public.
  public var unexpected: [Entry] {
    entries.filter { entry in
      (entry.verdict == .open || entry.verdict == .undecided)
        && entry.route.access?.isPublic != true
    }
  }
}
