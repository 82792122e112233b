import Foundation

/// What the figures are of.
enum Machine {
  /// The processor, as the kernel names it, how many cores there are, and the system.
  static let name: String = {
    let cores = ProcessInfo.processInfo.activeProcessorCount
    let text = (try? String(contentsOfFile: "/proc/cpuinfo", encoding: .utf8)) ?? ""
    let line = text.split(separator: "\n").first { $0.hasPrefix("model name") }
    let processor = line?.split(separator: ":", maxSplits: 1).last?.drop { $0 == " " }
    let system = ProcessInfo.processInfo.operatingSystemVersionString
    return "\(processor.map(String.init) ?? "unknown processor"), \(cores) cores, \(system)"
  }()
}
