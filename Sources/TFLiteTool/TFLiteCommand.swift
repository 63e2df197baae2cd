import ArgumentParser
import TFLiteRuntime
import TFLiteVision

/// The root command.
package struct TFLiteCommand: ParsableCommand {
  package static let configuration = CommandConfiguration(
    commandName: "tflite",
    abstract: "Inspect, run, verify, measure and publish TensorFlow Lite models.",
    discussion: """
      Results go to standard output, progress and errors to standard error. With --json a failure is an object with \
      error and exit_code on standard output as well. On a terminal tables have its width and titles are bold; \
      --color auto, always or never says otherwise for any command, and so do NO_COLOR and CLICOLOR_FORCE in the \
      environment.

      Exit codes: 0 success; 1 the run failed or results differ; 64 wrong usage; 65 a file or value does not have \
      the expected form; 66 a file cannot be read; 69 the model needs something that is not supported; \
      74 output cannot be written.
      """,
    version: RuntimeVersion.current,
    subcommands: [
      InspectCommand.self, ReportCommand.self, CostCommand.self, RunCommand.self, ClassifyCommand.self,
      DetectCommand.self, EvaluateCommand.self, BenchmarkCommand.self, ProfileCommand.self, CompareCommand.self,
      VerifyCommand.self, RecordCommand.self, OpsCommand.self, EditCommand.self, ManifestCommand.self,
    ] + downloads + [ModelsCommand.self])

  /// What needs the network.
  private static var downloads: [any ParsableCommand.Type] {
    #if Networking
    [FetchCommand.self]
    #else
    []
    #endif
  }

  package init() {}

  /// Parses the arguments of the process, runs the command and ends the process.
  package static func start() -> Never {
    Output.ignoreBrokenPipes()
    Output.occupyClosedDescriptors()
    var wantsJSON = CommandLine.arguments.contains("--json")
    do {
      let invocation = try Invocation(Array(CommandLine.arguments.dropFirst()))
      wantsJSON = invocation.wantsJSON
      for output in [Output.standard, .error] { output.colorChoice = Terminal.choice(invocation.color) }
      var command = try parseAsRoot(invocation.arguments)
      try command.run()
      try Output.standard.flush()
      exit()
    } catch let error as ToolError {
      error.report(asJSON: wantsJSON)
    } catch let error as RuntimeError {
      ToolError(error).report(asJSON: wantsJSON)
    } catch let error as PictureError {
      ToolError(error).report(asJSON: wantsJSON)
    } catch let error as VisionError {
      ToolError(error).report(asJSON: wantsJSON)
    } catch {
      // Wrong usage, a wish for help, or the exit code of a command that has said why.
      let code = exitCode(for: error)
      if wantsJSON, code == .validationFailure {
        ToolError.writeJSON(message(for: error), code: code.rawValue)
      }
      exit(withError: error)
    }
  }
}
