import NavigationTree
import SwitchyardLocks

/// A presentable of the tree: presenters fill in its content, from which a page is drawn.
final class Screen: Sendable {
  /// The kind of a screen.
  enum Role: Sendable {
    /// A page.
    case place(Place)
    /// Pages one above the other.
    case stack
    /// The sections of the room, with a bar to choose one.
    case sections
    /// The sections within the dialog of the profile.
    case parcels
  }

  /// The content that presenters have put into it.
  struct Content: Sendable {
    var parameters = RouteParameters()
    /// The pages of a stack, the last on top; the sections of a bar.
    var screens: [Screen] = []
    /// The section that is shown.
    var selected: Screen?
    /// The screen that is open over it.
    var modal: Screen?
  }

  let role: Role
  private let filled = Locked(Content())

  init(_ role: Role) { self.role = role }

  /// The present content.
  var content: Content { filled.withLock { $0 } }

  /// Changes the content.
  func fill(_ body: (inout Content) -> Void) {
    // A screen that is removed may be released with it, after the lock.
    let old = filled.withLock { content in
      defer { body(&content) }
      return content
    }
    withExtendedLifetime(old) {}
  }

  /// The visible page of it: that of the selected section, or of the top of a stack.
  var top: (screen: Screen, place: Place)? {
    switch role {
    case .place(let place): (self, place)
    case .stack: content.screens.last?.top
    case .sections, .parcels: content.selected?.top
    }
  }
}

extension Screen: RouteParametrizedPresentable {
  func configure(routeParameters: RouteParameters) { fill { $0.parameters = routeParameters } }
}

extension Screen: ModalPresentingPresentable {
  func present(modal: Screen) { fill { $0.modal = modal } }
  func dismiss(modal: Screen) { fill { $0.modal = nil } }
}
