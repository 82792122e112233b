import SwitchyardProof

extension Command {
  static let export = Command(
    "export",
    "writes routes for other programs",
    operands: [
      .init(name: "FORMAT", choices: ExportFormat.all.map(\.name)),
      .init(name: "MANIFEST", isOptional: true),
    ],
    options: [.manifest, .output] + OpenAPIOptions.options + RouterPolicies.routerOptions,
    discussion: """
      Writes the routes of MANIFEST for another program. MANIFEST is a file, or - for
      standard input; without it the demo app's routes are written. FORMAT is one of
      these:

      \(Command.columns(ExportFormat.all.map { ($0.name, $0.summary) }))

      What is said about routes goes to standard error, with their places. Ends with
      1, and writes nothing, where the format cannot say what a route means, or where
      FILE cannot be written. A file that is there already stays whole until the new
      one is.
      """,
    examples: ExportFormat.all.prefix(2).map {
      "yardmaster export \($0.name) routes.txt --output switchyard.\($0.name)"
    }
  ) { call, output in
    let format = try format(of: call)
    let policies = try RouterPolicies(call.arguments, call.syntax)
    let manifest = try RouteManifest(
      call,
      policies,
      operand: call.arguments.operands.dropFirst().first
    )
    output.warn(of: manifest, policies)
    let yard = ManifestRouter(manifest, policies)
    do throws(ExportError) {
      let exported = try format.export(yard.routes)
      for note in exported.notes { output.error(line(of: note, "note", yard)) }
      guard let path = call.arguments.value(of: .output), path != "-" else {
        output.write(exported.text)
        return .success
      }
      return write(exported.text, to: path, &output)
    } catch {
      for note in error.notes { output.error(line(of: note, "error", yard)) }
      return .findings
    }
  }

  private static func format(of call: Call) throws(ArgumentError) -> ExportFormat {
    let name = call.arguments.operands[0]
    if name == ExportFormat.openAPI().name { return .openAPI(try OpenAPIOptions(call)) }
    if let option = OpenAPIOptions.options.first(where: call.arguments.has) {
      throw call.syntax.error(.unknownOption("\(option.name) for \(name)", suggestion: nil))
    }
    guard let format = ExportFormat.all.first(where: { $0.name == name }) else {
      throw call.syntax.error(
        .invalidOperand("FORMAT", name, choices: ExportFormat.all.map(\.name))
      )
    }
    return format
  }

  private static func line(
    of note: ExportNote,
    _ severity: String,
    _ yard: ManifestRouter
  ) -> String {
    let place = yard.manifest.place(of: yard.manifest.entries[note.place])
    return "\(place): \(severity): \(note.description.printable)"
  }

  private static func write(_ text: String, to path: String, _ output: inout Output) -> ExitCode {
    do throws(OutputFileError) {
      try OutputFile(path, of: .output).write(text)
      return .success
    } catch {
      output.error("\(CommandSyntax.tool) export: error: \(error)")
      return .findings
    }
  }
}

extension CommandOption {
  fileprivate static let output = CommandOption(
    name: "--output",
    short: "-o",
    value: "FILE",
    summary: "writes to FILE, in one piece, and not to standard output"
  )
}
