import Dispatch
import Switchyard
import Synchronization
import TestSupport
import Testing

@Suite struct GuardDisposalTests {
  // Whoever sees the guard gone must see that its map, which goes with it, is gone as well.
  @Test(.busy, arguments: [true, false])
  func `a map never runs without the guard that goes with it in one step`(_ isGuardFirst: Bool) {
    let router = Router.lent(.server)
    let runs = Atomic(0)
    let isDone = Atomic(false)
    let times = PropertyRun.cases(default: 4_000)
    DispatchQueue.concurrentPerform(iterations: 2) { thread in
      guard thread == 0 else {
        while !isDone.load(ordering: .acquiring) { router.open("/admin/1") }
        return
      }
      for _ in 0..<times {
        let denial = router.guard("/admin/*") { _, _, _, decide in decide(.deny) }
        let map = router.map("/admin/:page") { _, _, _, completed in
          runs.add(1, ordering: .relaxed)
          completed()
        }
        router.dispose(of: isGuardFirst ? [denial, map] : [map, denial])
      }
      isDone.store(true, ordering: .releasing)
    }
    #expect(runs.load(ordering: .relaxed) == 0)
  }
}
