import Foundation
import TensorFlowLite
import TestSupport
import Testing

/// Code written for the names of 2019. Calling it through a protocol keeps the warnings away that its author would see.
private protocol FormerCode {
  func run(_ model: Data) throws -> (type: Int, output: [Float], threads: Int?)
}

@available(*, deprecated, message: "uses former names on purpose")
private struct CodeOf2019: FormerCode {
  func run(_ model: Data) throws -> (type: Int, output: [Float], threads: Int?) {
    var options = InterpreterOptions()
    options.threadCount = 1
    options.isErrorLoggingEnabled = true
    var metal = MetalDelegate.Options()
    metal.allowsPrecisionLoss = true
    let interpreter = try Interpreter(modelData: model, options: options)
    try interpreter.resizeInput(at: 0, to: TensorShape([1, 2]))
    try interpreter.allocateTensors()
    let input = try interpreter.copy(Data(copyingBufferOf: [1, 2] as [Float]), toInputAt: 0)
    try interpreter.invoke()
    let type: TensorDataType = input.dataType
    return (
      type == .float32 && metal.isPrecisionLossAllowed ? 1 : 0,
      [Float](unsafeData: try interpreter.output(at: 0).data) ?? [], interpreter.options?.threadCount
    )
  }
}

private protocol FormerCodeMaker {
  func make() -> any FormerCode
}

private struct Maker: FormerCodeMaker {
  @available(*, deprecated)
  func make() -> any FormerCode { CodeOf2019() }
}

@Suite struct FormerNamesTests {
  @Test func `former names still compile and run`() throws {
    let maker: any FormerCodeMaker = Maker()
    let result = try maker.make().run(Data(SmallModels.timesThree))
    #expect(result.type == 1)
    #expect(result.output == [3, 6])
    #expect(result.threads == 1)
  }
}
