@testable import NavigationTestSupport
import NavigationTree
import TestSupport
import Testing

@Suite struct `Properties of fitted states` {
  @Test(.busy) func `a state of one tree shows the same with another that has its routes`() throws {
    let cases = PropertyRun.cases(default: 1_500)
    var seeds = PropertyRun.generator(for: "fitted states", cases: cases)
    var tally = Play.Tally()
    var elsewhere = 0
    while tally.sequences < cases {
      var generator = SeededGenerator(seed: seeds.next())
      let phone = Sketch(&generator)
      // All routes, or some of them, nested otherwise.
      var routes = phone.nodes.compactMap(\.route)
      if generator.below(2) == 0 { routes.shuffle(using: &generator) }
      if generator.below(3) == 0 {
        routes = Array(routes.prefix(1 + generator.below(routes.count)))
      }
      let tablet = Theatre(Sketch(&generator, routes: routes))
      let (tree, phoneTree) = (tablet.tree(), Theatre(phone).tree())
      #expect(tree.validate().isEmpty && phoneTree.validate().isEmpty)
      let names = NodeNames(tablet.sketch)
      for _ in 0..<min(60, cases - tally.sequences) {
        let state = phone.state(in: phoneTree, &generator)
        var play = Play(
          tablet,
          tree,
          names,
          seed: generator.next(),
          tally,
          start: NavigationHistory(state)
        )
        let fitted = state.fitted(to: tree)
        if fitted != state { elsewhere += 1 }
        let isSame = state.fitted(to: phoneTree) == state
        let fault =
          isSame ? fault(of: fitted, from: state, tablet.sketch, tree) : "it does not fit its own"
        if let fault = try fault ?? play.run() {
          let operations = play.operations.map(\.description).joined(separator: "\n")
          Issue.record("\(fault)\n\(state)\n\(fitted)\n\(phone)\n\(tablet.sketch)\n\(operations)")
          return
        }
        tally = play.tally
      }
    }
    print("fitted states: \(elsewhere) not as they were, \(tally)")
    #expect(elsewhere >= PropertyRun.least(oneIn: 4, of: cases))
  }

  private func fault(
    of fitted: RouterState,
    from state: RouterState,
    _ sketch: Sketch,
    _ tree: RoutingNode<Prop>
  ) -> String? {
    if let fault = sketch.fault(in: fitted) { return fault }
    if fitted.fitted(to: tree) != fitted { return "fitted again it is another" }
    // The last endpoint that the other tree has is current, as it was.
    guard let current = state.active.last(where: { sketch.endpoint[$0.route] != nil }) else {
      return nil
    }
    guard fitted.current?.route == current.route, fitted.current?.parameters == current.parameters
    else { return "\(current) is not current" }
    return nil
  }

  @Test(.busy) func `whatever a state holds, it is fitted and shown`() throws {
    let cases = PropertyRun.cases(default: 1_500)
    var seeds = PropertyRun.generator(for: "damaged states", cases: cases)
    var tally = Play.Tally()
    var (damaged, empty) = (0, 0)
    while tally.sequences < cases {
      var generator = SeededGenerator(seed: seeds.next())
      let theatre = Theatre(Sketch(&generator))
      let (sketch, tree) = (theatre.sketch, theatre.tree())
      let names = NodeNames(sketch)
      for _ in 0..<min(60, cases - tally.sequences) {
        var state = sketch.garbage(&generator)
        if generator.below(4) == 0, let read = state.damaged(&generator) {
          damaged += 1
          state = read
        }
        let fitted = state.fitted(to: tree)
        if fitted == RouterState() { empty += 1 }
        var history = NavigationHistory(state)
        if generator.below(4) == 0 { history.go(to: sketch.garbage(&generator)) }
        var play = Play(theatre, tree, names, seed: generator.next(), tally, start: history)
        let isSame = fitted.fitted(to: tree) == fitted
        let fault = isSame ? sketch.fault(in: fitted) : "fitted again: \(fitted.fitted(to: tree))"
        if let fault = try fault ?? play.run() {
          let operations = play.operations.map(\.description).joined(separator: "\n")
          Issue.record("\(fault)\n\(history)\n\(fitted)\n\(sketch)\n\(operations)")
          return
        }
        tally = play.tally
      }
    }
    print("damaged states: \(damaged) damaged, \(empty) empty, \(tally)")
    #expect(damaged >= PropertyRun.least(oneIn: 100, of: cases))
    #expect(empty <= PropertyRun.most(oneIn: 4, of: cases))
  }
}
