import SwitchyardHTTP

extension ReadingRoom {
  /// Adds the page to play with.
  func addYard() {
    router.get(
      "/yard",
      owner: self,
      name: "yard",
      handler: handler { _, request in
        let order = YardOrder(request.query)
        let run: YardRun? = if let order { await YardRouter.run(order) } else { nil }
        let drawing = YardDrawing(order: order ?? YardOrder(), run: run)
        return await Self.outside(request, YardDrawing.title, drawing.page)
      }
    )
  }
}
