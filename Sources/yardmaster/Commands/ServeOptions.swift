import SwitchyardServer

/// The options of commands that serve: the address, the certificate and the log.
struct ServeOptions {
  let configuration: EmbeddedServer.Configuration
  /// The log, if there is one.
  let logs: [AccessLog]

  /// Reads the options, and opens the log.
  init(_ call: Command.Call) throws(ArgumentError) {
    var configuration = EmbeddedServer.Configuration()
    if let text = call.arguments.value(of: .port) {
      guard let port = UInt16(text) else {
        throw call.syntax.error(.invalidPort(.port, text))
      }
      configuration.port = port
    }
    if let host = call.arguments.value(of: .host) { configuration.address = host }
    configuration.tls = try Self.tls(call)
    if let path = call.arguments.value(of: .log) {
      logs = [try Self.log(path, call)]
    } else {
      logs = []
    }
    configuration.responder.observers = logs
    self.configuration = configuration
  }

  private static func tls(_ call: Command.Call) throws(ArgumentError) -> EmbeddedServer.TLS? {
    switch (call.arguments.value(of: .certificate), call.arguments.value(of: .key)) {
    case (nil, nil): return nil
    case (_?, nil): throw call.syntax.error(.lonelyOption(.certificate, missing: .key))
    case (nil, _?): throw call.syntax.error(.lonelyOption(.key, missing: .certificate))
    case (let certificate?, let key?):
      return EmbeddedServer.TLS(certificatePath: certificate, keyPath: key)
    }
  }

  private static func log(
    _ path: String,
    _ call: Command.Call
  ) throws(ArgumentError) -> AccessLog {
    if path == "-" { return .standardError }
    do throws(ServedFileError) {
      return try AccessLog(path: path)
    } catch {
      throw call.syntax.error(.unwritableFile(.log, path))
    }
  }

  /// Returns the URL of the server, for a browser.
  func url(port: UInt16?) -> String {
    let host = configuration.address
    let address = host.contains(":") ? "[\(host)]" : host
    let scheme = configuration.tls == nil ? "http" : "https"
    return "\(scheme)://\(address):\(port ?? configuration.port)/"
  }

  /// Returns the error of the call that explains an error of the server, or `nil` if the call is
  /// not its cause.
  func explanation(of error: EmbeddedServerError, in syntax: CommandSyntax) -> ArgumentError? {
    switch (error.code.value, configuration.tls) {
    case (.badAddress, _):
      syntax.error(.invalidAddress(.host, configuration.address))
    case (.cannotListen, _):
      syntax.error(.cannotListen(error.subject, reason: error.reason))
    case (.unreadableFile, let tls?):
      syntax.error(
        .unreadableFile(
          error.subject == tls.certificatePath ? .certificate : .key,
          error.subject,
          reason: error.reason
        )
      )
    case (.libraryRefused, let tls?):
      syntax.error(
        .uselessCertificate(tls.certificatePath, key: tls.keyPath, reason: error.reason)
      )
    default: nil
    }
  }
}

extension CommandOption {
  static let port = CommandOption(
    name: "--port",
    short: "-p",
    value: "N",
    summary: "listens at the port; 8080 without it, and 0 picks a free one"
  )
  static let host = CommandOption(
    name: "--host",
    value: "ADDRESS",
    summary: "listens at the address; 127.0.0.1 without it, this machine alone"
  )
  static let certificate = CommandOption(
    name: "--certificate",
    value: "FILE",
    summary: "serves https with the certificate, and its chain, in PEM form"
  )
  static let key = CommandOption(
    name: "--key",
    value: "FILE",
    summary: "reads the private key of the certificate, in PEM form"
  )
  static let log = CommandOption(
    name: "--log",
    value: "FILE",
    summary: "adds a line for each request to FILE, or to standard error for -"
  )
}
