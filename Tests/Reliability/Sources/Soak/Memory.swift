import Foundation

#if canImport(Glibc)
  import CMalloc
#endif

/// The memory of this process.
enum Memory {
  /// Where Linux tells what is resident.
  static let source = "/proc/self/statm"

  /// What is resident, in KiB; nothing where the system does not tell.
  static var resident: Int? {
    let file = open(source, O_RDONLY)
    guard file >= 0 else { return nil }
    defer { close(file) }
    return withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 128) { buffer in
      let count = read(file, buffer.baseAddress, 128)
      guard count > 0 else { return nil }
      let words = String(decoding: buffer.prefix(count), as: UTF8.self).split(separator: " ")
      guard words.count > 1, let pages = Int(words[1]) else { return nil }
      return pages * Int(sysconf(Int32(_SC_PAGESIZE))) / 1024
    }
  }

  /// What has been allocated and not been freed, in KiB; 0 where the system does not tell.
  static var allocated: Int {
    #if canImport(Glibc)
      let info = mallinfo2()
      return (info.uordblks + info.hblkhd) / 1024
    #else
      return 0
    #endif
  }

  /// Gives back to the system what is free, which otherwise stays resident for as long as it likes.
  static func giveBack() {
    #if canImport(Glibc)
      malloc_trim(0)
    #endif
  }
}

/// The memory at moments when nothing is under way.
///
/// In each tenth the median counts: worker threads come and go with whatever else the machine does, and their stacks
/// with them.
struct MemoryCurve {
  /// How many moments there are.
  static let moments = 200

  private var resident: [Int] = []
  private var allocated: [Int] = []
  /// The most that was resident at any time, also while something was under way.
  private var most = 0

  /// By how many moments threads may be ahead of the looks; with fewer missing there are still enough.
  private static let lead = moments / 10

  /// After how many of its opens a thread has to wait for a look; where all wait, one is due.
  func limit(of opens: Int) -> Int {
    let moment = resident.count + Self.lead
    return moment < Self.moments ? (opens * moment + Self.moments - 1) / Self.moments : .max
  }

  /// Whether the memory is to be looked at, after a number of opens.
  func isDue(opened: Int, of all: Int) -> Bool {
    resident.count < Self.moments * opened / max(1, all)
  }

  /// Looks at the memory of now, when nothing is under way.
  mutating func sample() {
    Memory.giveBack()
    resident.append(Memory.resident ?? 0)
    allocated.append(Memory.allocated)
  }

  /// Looks at the memory of now, whatever is under way.
  mutating func glance() { most = max(most, Memory.resident ?? 0) }

  /// Whether it was looked at often enough.
  var isWhole: Bool { resident.count >= Self.moments - Self.lead }

  /// By how much has grown what is resident, in per cent of what was in the first tenth.
  var residentGrowth: Double { growth(of: resident) }
  /// By how much has grown what is allocated, in per cent of what was resident in the first tenth.
  var allocatedGrowth: Double { growth(of: allocated) }

  /// From any tenth to a later one: what is given back once does not hide what comes after it.
  private func growth(of amounts: [Int]) -> Double {
    guard let first = tenths(of: resident).first, first > 0 else { return 0 }
    var (least, most) = (Int.max, 0)
    for amount in tenths(of: amounts) {
      least = min(least, amount)
      most = max(most, amount - least)
    }
    return (Double(most) / Double(first) * 10_000).rounded() / 100
  }

  /// The median of each tenth.
  private func tenths(of amounts: [Int]) -> [Int] {
    let size = Self.moments / 10
    return stride(from: 0, to: amounts.count, by: size).map { start in
      let sorted = amounts[start..<min(start + size, amounts.count)].sorted()
      return sorted[sorted.count / 2]
    }
  }

  /// What was resident and what was allocated, in KiB.
  var text: String {
    func figures(_ amounts: [Int]) -> String {
      let figures = tenths(of: amounts).map { "\($0)" }.joined(separator: " ")
      return "\(figures), growth \(growth(of: amounts)) %"
    }
    let hasAllocated = allocated.contains { $0 > 0 }
    return "KiB resident in each tenth: \(figures(resident))"
      + (hasAllocated ? "; allocated: \(figures(allocated))" : "") + "; most resident: \(most)"
  }
}
