import HTTPTestSupport
import TestSupport

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// nginx as it is installed, beside the server that is tested.
enum Nginx {
  static let program = InstalledProgram("nginx")

  /// Starts it with the directives of one site, at a port that is free.
  static func start(
    _ site: String,
    in folder: borrowing TemporaryFolder
  ) async throws -> (ChildProgram, UInt16) {
    for _ in 0..<20 {
      let port = UInt16.random(in: 20000...60000)
      let configuration = """
        daemon off; master_process off; pid \(folder.path)/pid; error_log \(folder.path)/errors;
        events {}
        http {
          access_log off;
          client_body_temp_path \(folder.path)/b; proxy_temp_path \(folder.path)/p;
          fastcgi_temp_path \(folder.path)/f; uwsgi_temp_path \(folder.path)/u;
          scgi_temp_path \(folder.path)/s;
          server { listen 127.0.0.1:\(port); \(site) }
        }
        """
      try folder.write(configuration, to: "nginx.conf")
      let child = try ChildProgram([
        program.path, "-p", folder.path, "-c", "\(folder.path)/nginx.conf",
      ])
      for _ in 0..<200 {
        let response = try? await ask(port, "GET /a HTTP/1.1\r\nHost: a\r\n\r\n")
        if response?["Server"]?.hasPrefix("nginx") == true { return (child, port) }
        try await Task.sleep(for: .milliseconds(20))
      }
      child.signal(SIGKILL)
    }
    throw ChildProgram.Failure("nginx does not start")
  }
}
