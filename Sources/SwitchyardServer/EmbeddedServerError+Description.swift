extension EmbeddedServerError: CustomStringConvertible {
  /// The subject, the fault, and a remedy.
  public var description: String {
    let reason = reason.map { ": \($0)" } ?? ""
    switch code.value {
    case .alreadyRunning:
      return "The server at \(subject) is running or stopping. Await its stop before you start it."
    case .badAddress:
      return "\(subject) is no address of this machine\(reason). Give a numeric address, such as "
        + "127.0.0.1, 0.0.0.0 or ::, in EmbeddedServer.Configuration.address."
    case .cannotListen:
      return "The server cannot listen at \(subject)\(reason). Choose another port in "
        + "EmbeddedServer.Configuration.port (0 picks a free one), or stop what listens there."
    case .badConfiguration:
      return "EmbeddedServer.Configuration.\(subject) is out of its range\(reason)."
    case .unreadableFile:
      return
        "\(subject) cannot be read\(reason). EmbeddedServer.Configuration.tls wants the paths of "
        + "two PEM files, the certificate with its chain and the private key."
    case .noTLS:
      return "libmicrohttpd was built without TLS, which \(subject) asks for. Install a build with "
        + "GnuTLS, such as Debian's."
    case .libraryRefused:
      return "libmicrohttpd does not start at \(subject)\(reason)."
    case .noResources:
      return "The system refuses the server \(subject)\(reason). Raise the limits of the process."
    }
  }
}
