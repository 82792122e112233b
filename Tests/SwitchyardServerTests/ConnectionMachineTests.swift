import Testing

@testable import SwitchyardServer

@Suite struct ConnectionMachineTests {
  @Test func `a connection at rest is resumed by the first signal alone`() {
    var machine = ConnectionMachine()
    machine.looks()
    #expect(machine.rests() == .suspends)
    #expect(machine.hasSuspended() == false)
    #expect(machine.signals() == true)
    #expect(machine.signals() == false)
    #expect(machine.terminates() == false)
  }

  @Test func `a signal before the rest has the library look again`() {
    var machine = ConnectionMachine()
    machine.looks()
    #expect(machine.signals() == false)
    #expect(machine.rests() == .looksAgain)
    machine.looks()
    #expect(machine.rests() == .suspends)
  }

  @Test func `a signal while it is being suspended resumes it when it is, not before`() {
    var machine = ConnectionMachine()
    machine.looks()
    #expect(machine.rests() == .suspends)
    #expect(machine.signals() == false)
    #expect(machine.signals() == false)
    #expect(machine.hasSuspended() == true)
    #expect(machine.signals() == false)
  }

  @Test func `what came before it looked is seen by looking`() {
    var machine = ConnectionMachine()
    #expect(machine.signals() == false)
    machine.looks()
    #expect(machine.rests() == .suspends)
    #expect(machine.hasSuspended() == false)
  }

  @Test func `after the end nothing is suspended any more`() {
    var machine = ConnectionMachine()
    machine.looks()
    #expect(machine.rests() == .suspends)
    #expect(machine.terminates() == false)
    #expect(machine.hasSuspended() == true)
    machine.looks()
    #expect(machine.rests() == .closes)
    machine.looks()
    #expect(machine.rests() == .closes)
  }

  @Test func `the end resumes what is suspended`() {
    var machine = ConnectionMachine()
    machine.looks()
    #expect(machine.rests() == .suspends)
    #expect(machine.hasSuspended() == false)
    #expect(machine.terminates() == true)
    #expect(machine.signals() == false)
  }

  /// All orders of a few steps: the library's own in their order, with signals anywhere between.
  @Test func `in any order a suspended connection is resumed once, and no signal is lost`() {
    for places in 0..<64 {
      var machine = ConnectionMachine()
      var isSuspended = false
      var isPending = false
      var resumes = 0
      var suspends = 0
      func signal(_ place: Int) {
        guard places & (1 << place) != 0 else { return }
        isPending = true
        if machine.signals() {
          #expect(isSuspended)
          isSuspended = false
          resumes += 1
        }
      }
      for round in 0..<2 {
        if isSuspended { break }
        machine.looks()
        isPending = false
        signal(round * 3)
        switch machine.rests() {
        case .closes: Issue.record("nothing has ended")
        case .looksAgain: #expect(isPending)
        case .suspends:
          #expect(!isPending)
          signal(round * 3 + 1)
          isSuspended = true
          suspends += 1
          if machine.hasSuspended() {
            #expect(isPending)
            isSuspended = false
            resumes += 1
          }
          signal(round * 3 + 2)
        }
        // A connection stays suspended only where nothing has come for it.
        #expect(!(isSuspended && isPending))
      }
      #expect(suspends - resumes == (isSuspended ? 1 : 0))
    }
  }
}
