import Foundation
import TFLiteRuntime
import TFLiteSchema
import TestSupport
import Testing

/// Subgraphs that run one another: a file chooses how deep and how often.
@Suite struct NestingDepthTests {
  typealias Tensor = ModelBuilder.Tensor
  typealias Subgraph = ModelBuilder.Subgraph
  typealias Operator = ModelBuilder.Operator
  typealias Options = ModelBuilder.Options

  enum Kind: String, CaseIterable, Sendable {
    case call, callOnce, composite, `if`, `case`, `while`
  }

  private static func named(_ tensors: [Tensor]) -> [Tensor] {
    tensors.enumerated().map { index, tensor in
      var tensor = tensor
      tensor.name = "t\(index)"
      return tensor
    }
  }

  /// Subgraphs `0..<depth`, each of which but the last runs the next one; the last adds one to a number.
  static func nested(_ kind: Kind, depth: Int) -> ModelBuilder {
    let number = Tensor(.int32, [1])
    func subgraph(_ level: Int) -> Subgraph {
      let next = Int64(level + 1)
      if kind == .callOnce {
        let call = Operator(
          .callOnce, options: .init(.callOnceOptions, ["init_subgraph_index": .int(next)]), inputs: [], outputs: [])
        if level > 0 {
          return Subgraph(tensors: [], inputs: [], outputs: [], operators: level == depth - 1 ? [] : [call])
        }
        return Subgraph(
          tensors: named([number, .int32([1], [1]), number]), inputs: [0], outputs: [2],
          operators: (depth == 1 ? [] : [call]) + [Operator(.add, inputs: [0, 1], outputs: [2])])
      }
      if level == depth - 1 {
        return Subgraph(
          tensors: named([number, .int32([1], [1]), number]), inputs: [0], outputs: [2],
          operators: [Operator(.add, inputs: [0, 1], outputs: [2])])
      }
      var tensors = [number, number]
      var operation: Operator
      switch kind {
      case .call:
        operation = Operator(
          .call, options: .init(.callOptions, ["subgraph": .int(next)]), inputs: [0], outputs: [1])
      case .composite:
        operation = Operator(
          .stablehloComposite,
          options: .init(
            .stableHLOCompositeOptions, ["name": "adding", "decomposition_subgraph_index": .int(next)]),
          inputs: [0], outputs: [1])
      case .if:
        tensors.append(.bool([1], [true]))
        operation = Operator(
          .if, options: .init(.ifOptions, ["then_subgraph_index": .int(next), "else_subgraph_index": .int(next)]),
          inputs: [2, 0], outputs: [1])
      case .case:
        tensors.append(.int32([1], [0]))
        operation = Operator(
          .stablehloCase, options: .init(.stablehloCaseOptions, ["branch_subgraph_indices": .ints([next])]),
          inputs: [2, 0], outputs: [1])
      default:
        operation = Operator(
          .while,
          options: .init(
            .whileOptions, ["cond_subgraph_index": .int(Int64(depth)), "body_subgraph_index": .int(next)]),
          inputs: [0], outputs: [1])
      }
      return Subgraph(tensors: named(tensors), inputs: [0], outputs: [1], operators: [operation])
    }
    var subgraphs = (0..<depth).map { subgraph($0) }
    if kind == .while {
      subgraphs.append(
        Subgraph(
          "condition", tensors: named([number, .int32([1], [3]), .bool([1])]), inputs: [0], outputs: [2],
          operators: [Operator(.less, inputs: [0, 1], outputs: [2])]))
    }
    return ModelBuilder(subgraphs)
  }

  /// What `body` returns on a thread with a stack of so many bytes.
  private static func onThread<Result: Sendable>(
    stack: Int, _ body: @escaping @Sendable () -> Result
  ) -> Result? {
    nonisolated(unsafe) var result: Result?
    let done = DispatchSemaphore(value: 0)
    let thread = Thread {
      result = body()
      done.signal()
    }
    thread.stackSize = stack
    thread.start()
    done.wait()
    return result
  }

  /// The result for 0, or why there is none.
  static func run(_ bytes: [UInt8]) -> Result<Int32, RuntimeError> {
    do throws(RuntimeError) {
      var options = SessionOptions()
      options.threads = .single
      let session = try Session(Model(bytes: bytes), options: options)
      try session.prepare()
      try session.write([0] as [Int32], toInput: 0)
      try session.invoke()
      return .success(try session.output(0, as: Int32.self)[0])
    } catch {
      return .failure(error)
    }
  }

  /// As deep as is allowed, on the stack that secondary threads have on Apple's systems.
  @Test(arguments: Kind.allCases) func deepestNestingFitsSmallStacks(_ kind: Kind) throws {
    let bytes = Self.nested(kind, depth: 20).build()
    let result = try #require(Self.onThread(stack: 512 << 10) { Self.run(bytes) })
    #expect(try result.get() == (kind == .while ? 3 : 1))
  }

  @Test(arguments: Kind.allCases) func deeperNestingIsRefused(_ kind: Kind) throws {
    for depth in [21, 2000] {
      let bytes = Self.nested(kind, depth: depth).build()
      let result = try #require(Self.onThread(stack: 512 << 10) { Self.run(bytes) })
      guard case .failure(let error) = result else {
        Issue.record("\(depth) subgraphs ran inside one another")
        continue
      }
      #expect(error.code == .limitExceeded)
      #expect(error.message.contains("too deep"))
      #expect(error.location != nil)
    }
  }

  /// `levels` subgraphs, each of which runs the next one eight times, with tensors of two shapes in turn; the last one has
  /// a custom operator `leaf`.
  private static func doubling(levels: Int) -> [UInt8] {
    var subgraphs: [Subgraph] = []
    let open = Tensor(.float32, [2]).signature([-1])
    for level in 0..<levels {
      if level == levels - 1 {
        subgraphs.append(
          Subgraph(
            tensors: named([open, open]), inputs: [0], outputs: [1],
            operators: [Operator(custom: "leaf", inputs: [0], outputs: [1])]))
        continue
      }
      let call = Options(.callOptions, ["subgraph": .int(Int64(level + 1))])
      subgraphs.append(
        Subgraph(
          tensors: named([open, .float32([2], [1, 2]), .float32([3], [1, 2, 3])] + (0..<8).map { _ in open }),
          inputs: [0], outputs: [3],
          operators: (0..<8).map { Operator(.call, options: call, inputs: [1 + $0 % 2], outputs: [3 + $0]) }))
    }
    return ModelBuilder(subgraphs).build()
  }

  /// 8^17 preparations would never end; shapes that have been prepared for are not prepared for again.
  @Test func doublingCallsArePreparedOncePerShape() throws {
    let session = try Session(
      Model(bytes: Self.doubling(levels: 18)), options: ElementwiseOperator.options("leaf") { _ in })
    try session.prepare()
    #expect(session.outputs[0].shape.rank == 1)
  }

  /// 8^17 invocations never end, but can be stopped.
  @Test func doublingCallsCanBeCancelled() throws {
    let token = CancellationToken()
    let runs = Counter()
    let session = try Session(
      Model(bytes: Self.doubling(levels: 18)),
      options: ElementwiseOperator.options("leaf") { _ in if runs.next() == 500 { token.cancel() } })
    #expect(failure { () throws(RuntimeError) in try session.invoke(cancellation: token) }?.code == .cancelled)
    #expect(runs.value == 500)
  }
}

/// Counts on one thread.
final class Counter: @unchecked Sendable {
  private(set) var value = 0

  func next() -> Int {
    value += 1
    return value
  }
}
