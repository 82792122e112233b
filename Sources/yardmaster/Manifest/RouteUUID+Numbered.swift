#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif
import Switchyard

extension RouteID {
  /// Makes an identifier for a route that was written down without one.
  ///
  /// It is the same in each run, so that outputs can be compared.
  init(numbered number: Int) {
    let bytes = (0..<8).map {
      UInt8(truncatingIfNeeded: UInt64(bitPattern: Int64(number)) >> (8 * (7 - $0)))
    }
    // Version 8 leaves the other bits to the maker of the identifier.
    self.init(
      UUID(
        uuid: (
          0, 0, 0, 0, 0, 0, 0x80, 0, 0x80 | bytes[0] & 0x3F, bytes[1], bytes[2], bytes[3],
          bytes[4], bytes[5], bytes[6], bytes[7]
        )
      )
    )
  }
}
