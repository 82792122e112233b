/// The lookups of the requests with one method.
struct ReplayMethod {
  let isOptions: Bool
  let lookup: ReplayTable.Lookup
  let old: ReplayTable.Lookup?
}
