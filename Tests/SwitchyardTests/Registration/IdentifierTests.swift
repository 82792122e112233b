import Dispatch
import Switchyard
import Testing

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// What routes are disposed of by.
@Suite struct IdentifierTests {
  @Test func `no two are the same, whatever thread they were made on`() {
    let router = Router()
    let ids = Notes<RouteID>()
    DispatchQueue.concurrentPerform(iterations: 8) { _ in
      for _ in 0..<100 { ids.add(router.map("/page") { (_: RouteContext) async throws in }) }
    }
    #expect(Set(ids.all).count == 800)
    #expect(router.dispose(of: ids.all) == 800)
  }

  @Test func `each says that it is random, and its other bits differ`() {
    let router = Router()
    var (set, unset) = (UInt128(0), UInt128(0))
    for _ in 0..<200 {
      let id = router.map("/page") { (_: RouteContext) async throws in }
      let bits = withUnsafeBytes(of: id.uuid.uuid) {
        $0.reduce(UInt128(0)) { $0 << 8 | UInt128($1) }
      }
      #expect(bits >> 76 & 0xF == 4)
      #expect(bits >> 62 & 0b11 == 0b10)
      set |= bits
      unset |= ~bits
    }
    // All but version and variant come up both ways.
    let fixed = UInt128(0xF) << 76 | UInt128(0b11) << 62
    #expect((set & unset) | fixed == .max)
    #expect(set & unset & fixed == 0)
  }
}
