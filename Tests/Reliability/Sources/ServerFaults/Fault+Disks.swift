import Foundation
import Trials

extension Fault {
  /// Disks that are full, and files that change.
  static let disks = [fullLog, fileSize, fullDisk, changingFiles]

  /// A log that takes nothing at all.
  private static let fullLog = Fault(
    name: "full-log",
    options: ["--log", "-"],
    output: "/dev/full",
    obstacle: withoutLinux("there is no /dev/full")
  ) { stage in
    stage.log = nil
    try stage.amidOthers { rest(1.5) }
  }

  /// A log that may not grow beyond its size.
  private static let fileSize = Fault(
    name: "file-size",
    options: ["--file-size", "4000"]
  ) { stage in
    let log = stage.folder + "/access.log"
    stage.log = nil
    // The file in which handlers tell that they begin is full as well.
    stage.keepsAccount = false
    try stage.amidOthers {
      waitForSize(of: log, 4000)
      // Nor does it grow while it is full.
      rest(0.5)
    }
    let size = Self.size(of: log)
    guard size == 4000 else { throw Disagreement("the log has \(size) bytes of 4000") }
    try stage.expectWholeLines(of: log, isCut: true)
    // When there is room again the log goes on in a line of its own.
    let process = "\(stage.server.process)"
    guard ServerProcess.run(["prlimit", "--pid", process, "--fsize=unlimited"]) else {
      throw Skipped("there is no prlimit to raise a limit with")
    }
    try expectGrowth(stage, log, from: 4000)
  }

  /// A disk of its own for the log and the static files, on which there is no room for some time.
  private static let fullDisk = Fault(name: "full-disk") { stage in
    let disk = stage.folder + "/disk"
    try FileManager.default.createDirectory(atPath: disk, withIntermediateDirectories: true)
    let mount = ["mount", "-t", "tmpfs", "-o", "size=256k", "tmpfs", disk]
    guard ServerProcess.run(mount) else { throw Skipped("no disk can be mounted here") }
    defer { _ = ServerProcess.run(["umount", "-l", disk]) }
    let (log, filler) = (disk + "/access.log", disk + "/filler")
    try FileManager.default.createDirectory(
      atPath: disk + "/files",
      withIntermediateDirectories: true
    )
    try Data("small".utf8).write(to: URL(fileURLWithPath: disk + "/files/small"))
    try stage.end()
    try stage.restart(["--log", log, "--files", disk + "/files"])
    stage.log = log
    try stage.noteDescriptors()
    try stage.amidOthers { rest(0.2) }
    fill(filler)
    try stage.amidOthers {
      // Until no line is taken any more.
      var size = -1
      while Self.size(of: log) != size {
        size = Self.size(of: log)
        rest(0.5)
      }
      rest(0.5)
    }
    let size = Self.size(of: log)
    unlink(filler)
    try expectGrowth(stage, log, from: size)
    stage.log = nil
    try stage.end()
    try stage.restart()
    try stage.noteDescriptors()
  }

  private static func size(of path: String) -> Int {
    (try? FileManager.default.attributesOfItem(atPath: path)[.size] as? Int) ?? 0
  }

  /// Waits until a file has a size, however busy the machine is; whoever calls looks whether it has.
  private static func waitForSize(of path: String, _ size: Int) {
    let end = Date.now.addingTimeInterval(Stage.patience)
    while Self.size(of: path) < size, Date.now < end { rest() }
  }

  /// Writes a file until there is no room.
  private static func fill(_ path: String) {
    let descriptor = open(path, O_WRONLY | O_CREAT | O_CLOEXEC, 0o600)
    defer { close(descriptor) }
    let bytes = [UInt8](repeating: 0, count: 4096)
    while write(descriptor, bytes, bytes.count) > 0 {}
  }

  /// Looks whether a log goes on while others ask, and what comes to it behind a place is whole lines, but for the one
  /// that found no room.
  private static func expectGrowth(_ stage: Stage, _ log: String, from size: Int) throws {
    let enough = size + 201
    try stage.amidOthers {
      rest(0.3)
      waitForSize(of: log, enough)
    }
    let bytes = try Data(contentsOf: URL(fileURLWithPath: log))
    guard bytes.count >= enough else {
      throw Disagreement("a log of \(bytes.count) bytes does not go on")
    }
    let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n")
    let halves = lines.filter { !Stage.isWhole($0) }
    let joined = halves.filter { $0.components(separatedBy: "127.0.0.1 - - [").count > 2 }
    guard joined.isEmpty else { throw Disagreement("two lines of the log are one: \(joined[0])") }
    stage.count("half lines", halves.count)
    stage.count("lines of the log", lines.count)
  }

  private static let changingFiles = Fault(
    name: "changing-files",
    options: ["--idle", "8"]
  ) { stage in
    let folder = stage.folder + "/files"
    let size = 8 << 20
    try stage.amidOthers {
      for change in ["truncated", "removed", "replaced", "grown"] {
        let path = "\(folder)/\(change)"
        try Data(repeating: 1, count: size).write(to: URL(fileURLWithPath: path))
        let clients = try (0..<4).map { _ in
          let client = try stage.connect(receiveBuffer: 4096)
          try client.send(get("/files/\(change)"))
          guard try client.take(upTo: 1000, Date.now.addingTimeInterval(20)) else {
            throw Disagreement("a file is not sent")
          }
          return client
        }
        switch change {
        case "truncated": truncate(path, 1000)
        case "removed": unlink(path)
        case "replaced":
          try Data("other".utf8).write(to: URL(fileURLWithPath: path), options: .atomic)
        default:
          let handle = try FileHandle(forWritingTo: URL(fileURLWithPath: path))
          try handle.seekToEnd()
          try handle.write(contentsOf: Data(repeating: 2, count: 1000))
        }
        let isWhole = change != "truncated"
        // At once: who waits for another meanwhile reads nothing, and may be taken for silent.
        let held = HeldClients(clients)
        try together(clients.count) { number in
          do {
            guard let response = try held.clients[number].response(), isWhole,
              response.body == [UInt8](repeating: 1, count: size)
            else { throw Disagreement("a file that was \(change) is sent otherwise than it was") }
          } catch let half as HalfResponse {
            guard !isWhole else { throw Disagreement("a file that was \(change): \(half)") }
          }
        }
        stage.count(isWhole ? "whole files" : "files broken off", clients.count)
      }
    }
  }
}
