// One import is enough for sessions and their stores in memory, trees, requests and responses.
@_exported public import NavigationTree
@_exported public import SessionStore
@_exported public import SwitchyardHTTP
