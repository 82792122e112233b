// One import is enough for compression, requests and responses, the router, patterns and targets.
@_exported public import RoutePatterns
@_exported public import Switchyard
@_exported public import SwitchyardHTTP
