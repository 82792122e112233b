import SwitchyardLocks

/// The place of faults that nobody else receives.
package enum StandardError {
  /// Writes a fault, on one line.
  package static func print(_ fault: String, from module: String = "NavigationTree") {
    ErrorStream.print("\(module): \(fault)\n")
  }
}
