/// A presentable that receives the parameters of the request that led to it.
///
///     final class BookPage: RouteParametrizedPresentable {
///       func configure(routeParameters: RouteParameters) { id = routeParameters["id"] }
///     }
///
/// A presentable of the main actor is a ``MainRouteParametrizedPresentable`` instead.
public protocol RouteParametrizedPresentable: SendableMetatype {
  // Presenters find out by a cast whether a presentable conforms, and outside of tasks a cast does
  // not see conformances that are bound to an actor. `SendableMetatype` makes such a conformance an
  // error of the compiler.

  /// Receives the parameters, when the presentable has been shown and whenever they change.
  func configure(routeParameters: RouteParameters)
}

/// A presentable of the main actor that receives the parameters of the request that led to it.
@MainActor
public protocol MainRouteParametrizedPresentable: SendableMetatype {
  /// Receives the parameters, when the presentable has been shown and whenever they change.
  func configure(routeParameters: RouteParameters)
}

/// A presentable that shows modals over itself.
public protocol ModalPresentingPresentable<Modal>: SendableMetatype {
  /// The type of the modals, as the tree names it.
  associatedtype Modal
  /// Shows a modal, if it is not there already.
  func present(modal: Modal)
  /// Closes the modal again, if it is there.
  func dismiss(modal: Modal)
}

/// A presentable of the main actor that shows modals over itself.
@MainActor
public protocol MainModalPresentingPresentable<Modal>: SendableMetatype {
  /// The type of the modals, as the tree names it.
  associatedtype Modal
  /// Shows a modal, if it is not there already.
  func present(modal: Modal)
  /// Closes the modal again, if it is there.
  func dismiss(modal: Modal)
}

/// The defaults of presenters that are given no closures of their own.
enum PresentableDefaults {
  @Sendable
  static func configure<View>(_ parameters: RouteParameters, _ presentable: View) {
    if let presentable = presentable as? any RouteParametrizedPresentable {
      presentable.configure(routeParameters: parameters)
    } else if let presentable = presentable as? any MainRouteParametrizedPresentable {
      MainActorCall.perform(presentable) { $0.configure(routeParameters: parameters) }
    }
  }

  /// Whether a presentable shows modals over itself.
  static func canPresent<View>(over: View) -> Bool {
    over is any ModalPresentingPresentable<View> || over is any MainModalPresentingPresentable<View>
  }

  @Sendable
  static func present<View>(_ modal: View, _ over: View) {
    if let presenting = over as? any ModalPresentingPresentable<View> {
      presenting.present(modal: modal)
    } else if let presenting = over as? any MainModalPresentingPresentable<View> {
      MainActorCall.perform((presenting, modal)) { $0.0.present(modal: $0.1) }
    }
  }

  @Sendable
  static func dismiss<View>(_ modal: View, _ over: View) {
    if let presenting = over as? any ModalPresentingPresentable<View> {
      presenting.dismiss(modal: modal)
    } else if let presenting = over as? any MainModalPresentingPresentable<View> {
      MainActorCall.perform((presenting, modal)) { $0.0.dismiss(modal: $0.1) }
    }
  }
}
