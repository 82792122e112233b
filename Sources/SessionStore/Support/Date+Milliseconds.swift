#if canImport(FoundationEssentials)
  package import FoundationEssentials
#else
  package import Foundation
#endif

extension Date {
  /// The whole milliseconds since 1970, within what a row can hold.
  package var milliseconds: Int64 {
    let milliseconds = (timeIntervalSince1970 * 1000).rounded(.down)
    return Int64(exactly: milliseconds) ?? (milliseconds > 0 ? .max : 0)
  }

  /// Makes the time of whole milliseconds since 1970.
  package init(milliseconds: Int64) {
    self.init(timeIntervalSince1970: Double(milliseconds) / 1000)
  }
}
