import Switchyard
import Testing

/// Proxies that have gone on and left nothing, in a leg that begins anew.
@Suite struct PassedProxyTests {
  @Test(arguments: zip([1, 62, 63, 64, 65, 1], [2, 2, 2, 2, 2, 70]))
  func `each is asked once, however many guards and proxies stand before it`(
    guards: Int,
    proxies: Int
  ) {
    let yard = Yard(.server)
    let router = yard.router
    for _ in 0..<guards { router.guard("/a") { _, decide in decide(.allow) } }
    let map = Shared(yard.map("/a", "replaced"))
    let asked = Shared(Array(repeating: 0, count: proxies))
    for number in 0..<proxies {
      router.proxy("/a") { [unowned router, journal = yard.journal] _, next in
        let times = asked.withLock { counts in
          counts[number] += 1
          return counts[number]
        }
        // The latest is asked first, so that this one stands right before the map.
        if number == 0, times <= 3 {
          let old = map.withLock { $0 }
          let new = router.replace(old) { table in
            table.map("/a") { _, completed in
              journal("map")
              completed()
            }
          }
          map.withLock { $0 = new }
        }
        next(.pass)
      }
    }
    #expect(router.open("/a"))
    #expect(asked.withLock { $0 } == Array(repeating: 1, count: proxies))
    #expect(yard.journal.entries == ["map"])
    #expect(yard.faults.texts.isEmpty)
  }
}
