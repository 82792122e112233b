import RouteTables

extension BareSearch {
  func match(_ times: Int) -> Spent { timed { _ = match(times) as Int } }

  func find(_ times: Int) -> Spent { timed { _ = find(times) as Int } }

  func scan(_ times: Int) -> Spent {
    timed { for _ in 0..<times { _ = scan() } }
  }
}
