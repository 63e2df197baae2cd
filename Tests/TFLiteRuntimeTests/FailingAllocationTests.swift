import TFLiteRuntime
import TestSupport
import Testing

/// Every request for memory of a session is refused once, the first, the second and so on: an error each time, nothing lost,
/// and the session can be used afterwards.
@Suite struct FailingAllocationTests {
  /// More than any session here asks for.
  private static let most = 2000

  private static func options(_ request: Int?) -> SessionOptions {
    var options = SessionOptions()
    options.threads = .single
    options.refusedRequest = request
    return options
  }

  /// What an invocation on zeros gives, or the code of its failure.
  private enum Answer: Equatable {
    case values([TensorValue])
    case failure(RuntimeError.Code)

    init(_ session: Session) {
      do throws(RuntimeError) {
        try session.prepare()
        try session.invoke()
        var values: [TensorValue] = []
        for index in 0..<session.outputCount { values.append(try session.outputValue(index)) }
        self = .values(values)
      } catch {
        self = .failure(error.code)
      }
    }

    /// A rewrite for which there was no memory may round floats elsewhere.
    func agrees(with other: Answer) throws -> Bool {
      guard case .values(let mine) = self, case .values(let theirs) = other, mine.count == theirs.count else {
        return self == other
      }
      for (left, right) in zip(mine, theirs) where left != right {
        guard left.type == .float32, left.type == right.type, left.shape == right.shape else { return false }
        for (x, y) in zip(try left.reals(), try right.reals()) where abs(x - y) > 1e-4 * max(1, abs(x)) { return false }
      }
      return true
    }
  }

  private static func check(_ bytes: [UInt8], _ name: String) throws {
    func fresh() throws -> Answer { try Answer(Session(Model(bytes: bytes), options: options(nil))) }
    let expected = try fresh()
    // What draws random numbers gives others each time.
    let isRandom = try fresh() != expected
    func expect(_ answer: Answer, _ moment: String) throws {
      if isRandom, case .values = answer { return }
      #expect(try answer.agrees(with: expected), "\(name), \(moment)")
    }
    var (request, isRefused) = (0, true)
    while isRefused {
      let model = try Model(bytes: bytes)
      var held: (@Sendable () -> Int)?
      do {
        let session = try Session(model, options: options(request))
        held = session.ownByteCount
        let answer = Answer(session)
        isRefused = !session.awaitsRefusal
        if answer != .failure(.outOfMemory) { try expect(answer, "request \(request)") }
        if isRefused {
          try session.reset()
          try expect(Answer(session), "after request \(request)")
        }
      } catch let error as RuntimeError {
        #expect(error.code == .outOfMemory, "\(name), request \(request): \(error)")
      }
      if let held { #expect(held() == 0, "\(name), request \(request)") }
      // What the model keeps for its sessions is whole.
      if isRefused { try expect(Answer(Session(model, options: options(nil))), "another session, request \(request)") }
      request += 1
      try #require(request < most, "\(name) never comes to an end")
    }
    #expect(request > 1, "\(name) has asked for memory")
  }

  @Test(arguments: OperatorRecipe.all) func `one operator`(recipe: OperatorRecipe) throws {
    // The first type whose model runs.
    for type in ElementType.allCases {
      for bytes in recipe.models(type).map({ $0.build() }) {
        let runs = failure { () throws(RuntimeError) in
          try Session(Model(bytes: bytes), options: Self.options(nil)).invoke()
        }
        if runs == nil { return try Self.check(bytes, "\(recipe.name) of \(type.name)") }
      }
    }
  }

  @Test func `whole graphs`() throws {
    for (name, bytes) in [
      ("timesThree", SmallModels.timesThree), ("timesThreeUInt8", SmallModels.timesThreeUInt8),
      ("positions", SmallModels.positions), ("withoutInputs", SmallModels.withoutInputs),
    ] {
      try Self.check(bytes, name)
    }
  }

  @Test(arguments: ["shapes-detector/model.tflite", "shapes-classifier/classifier_float.tflite"])
  func `networks`(file: String) throws {
    try Self.check(try Model(path: Examples.path(file)).withBytes { Array($0) }, file)
  }

  /// A loop whose variable doubles in each of three iterations, without a reset in between: whatever has lost its memory is asked
  /// for again.
  @Test func `a loop whose variable grows`() throws {
    typealias Tensor = ModelBuilder.Tensor
    let variables = [Tensor(.int32, [1]), Tensor.float32([2]).signature([-1])]
    let main = ModelBuilder.Subgraph(
      tensors: variables + variables, inputs: [0, 1], outputs: [3],
      operators: [
        .init(
          .while, options: .init(.whileOptions, ["cond_subgraph_index": 1, "body_subgraph_index": 2]),
          inputs: [0, 1], outputs: [2, 3])
      ])
    let condition = ModelBuilder.Subgraph(
      "condition", tensors: variables + [.int32([1], [3]), .bool([1])], inputs: [0, 1], outputs: [3],
      operators: [.init(.less, inputs: [0, 2], outputs: [3])])
    let body = ModelBuilder.Subgraph(
      "body", tensors: variables + [.int32([1], [1])] + variables, inputs: [0, 1], outputs: [3, 4],
      operators: [
        .init(.add, inputs: [0, 2], outputs: [3]),
        .init(
          .concatenation, options: .init(.concatenationOptions, ["axis": 0]), inputs: [1, 1], outputs: [4]),
      ])
    let bytes = ModelBuilder([main, condition, body]).build()
    var (request, isRefused) = (0, true)
    while isRefused {
      let session = try? Session(Model(bytes: bytes), options: Self.options(request))
      if let session {
        var failures = 0
        for _ in 0..<3 {
          let error = failure { () throws(RuntimeError) in
            try session.write([Int32(0)], toInput: 0)
            try session.write([1, -2] as [Float], toInput: 1)
            try session.invoke()
          }
          if let error {
            #expect(error.code == .outOfMemory)
            failures += 1
          } else {
            #expect(try session.output(0, as: Float.self) == (0..<16).map { $0 % 2 == 0 ? 1 : -2 })
          }
        }
        isRefused = !session.awaitsRefusal
        #expect(failures <= 1)
      }
      request += 1
      try #require(request < Self.most)
    }
    #expect(request > 10)
  }
}
