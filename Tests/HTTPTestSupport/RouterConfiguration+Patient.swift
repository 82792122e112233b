package import Switchyard

extension Router.Configuration {
  /// That of a server in which nothing is ended by a time limit, however slow the machine and its sanitizers are.
  package static var patient: Self {
    var configuration = Self.server
    configuration.handlerTimeLimit = nil
    configuration.guardTimeLimit = nil
    return configuration
  }
}
