import Foundation
import TFLiteRuntime
import TFLiteSchema
import TestSupport
import Testing

/// What models of a few bytes ask of memory by their shapes and options.
@Suite(.serialized) struct MemoryLimitTests {
  typealias Tensor = ModelBuilder.Tensor
  typealias Operator = ModelBuilder.Operator

  /// A model of which one operator needs more than a session may hold.
  struct Hostile: CustomTestStringConvertible, Sendable {
    let name: String
    let bytes: [UInt8]
    /// Whether it runs nevertheless: an output without elements needs nothing.
    var runs = false
    var limit = 64 << 20

    var testDescription: String { name }
  }

  private static let most = Int(Int32.max)

  private static func one(
    _ name: String, _ code: Schema.BuiltinOperator, _ options: ModelBuilder.Options = .none, _ inputs: [Tensor?],
    _ outputs: [Tensor], runs: Bool = false, limit: Int = 64 << 20
  ) -> Hostile {
    Hostile(
      name: name, bytes: ModelBuilder.oneOperator(code, options: options, inputs: inputs, outputs: outputs),
      runs: runs, limit: limit)
  }

  private static func custom(
    _ name: String, _ operation: String, _ options: FlexBufferWriter.Value, _ inputs: [Tensor?], _ output: Tensor,
    runs: Bool = false
  ) -> Hostile {
    Hostile(
      name: name,
      bytes: ModelBuilder.oneCustomOperator(
        operation, options: FlexBufferWriter.bytes(options), inputs: inputs, outputs: [output]), runs: runs)
  }

  private static let resizing: [Hostile] = [Schema.BuiltinOperator.resizeBilinear, .resizeNearestNeighbor].flatMap {
    [
      one(
        "\($0) to a huge image", $0, .none, [.uint8([1, 1, 1, 1]), .int32([2], [1, .max])], [.uint8([1, 1, 1, 1])]),
      one(
        "table of \($0)", $0, .none, [.uint8([1, 1, 1, 1]), .int32([2], [1, 40_000_000])], [.uint8([1, 1, 1, 1])]),
      one(
        "\($0) of no images", $0, .none, [.uint8([0, 1, 1, 1]), .int32([2], [.max, .max])], [.uint8([0, 1, 1, 1])],
        runs: true),
    ]
  }

  private static let padding: [Hostile] = [
    one(
      "table of MIRROR_PAD", .mirrorPad, .init(.mirrorPadOptions, ["mode": 1]),
      [.uint8([20_000_000]), .int32([1, 2], [1, 0])], [.uint8([1])]),
    one(
      "MIRROR_PAD of no elements", .mirrorPad, .init(.mirrorPadOptions, ["mode": 1]),
      [.uint8([most, 0]), .int32([2, 2], [1, 0, 0, 0])], [.uint8([1, 0])], runs: true),
  ]

  private static let products: [Hostile] = [
    one(
      "batches of BATCH_MATMUL", .batchMatmul, .none, [.float32([3_000_000, 1, 1]), .float32([1, 1, 1])],
      [.float32([1, 1, 1])]),
    one(
      "BATCH_MATMUL of no rows", .batchMatmul, .none, [.float32([most, most, 0, 1]), .float32([1, 1, 1, 1])],
      [.float32([1, 1, 0, 1])], runs: true),
    one(
      "packed operands of BATCH_MATMUL", .batchMatmul, .none,
      [.float32([1, 1, 1]), .float32([400_000, 1, 1], [Float](repeating: 1, count: 400_000))], [.float32([1, 1, 1])],
      limit: 28 << 20),
  ]

  private static let signals: [Hostile] = [
    custom(
      "coefficients of Mfcc", "Mfcc",
      [
        "upper_frequency_limit": 4000, "lower_frequency_limit": 20, "filterbank_channel_count": 65536,
        "dct_coefficient_count": 65536,
      ], [.float32([1, 1, 2]), .int32([1], [16000])], .float32([1, 1, 1])),
    custom(
      "bins of Mfcc", "Mfcc",
      [
        "upper_frequency_limit": 4000, "lower_frequency_limit": 20, "filterbank_channel_count": 4,
        "dct_coefficient_count": 4,
      ], [.float32([0, 1, most]), .int32([1], [16000])], .float32([0, 1, 4]), runs: true),
    custom(
      "window of AudioSpectrogram", "AudioSpectrogram",
      ["window_size": .int(1 << 22), "stride": 1, "magnitude_squared": true], [.float32([1 << 22, 1])],
      .float32([1, 1, 1])),
    one(
      "roots of RFFT2D", .rfft2d, .none, [.float32([1, 1]), .int32([2], [1, 1 << 23])], [Tensor(.complex64, [1, 1])]),
    one(
      "windows of REDUCE_WINDOW", .reduceWindow, .init(.reduceWindowOptions, ["reduce_function": 1]),
      [.int32([20_000]), .int32([], [0]), .int64([1], [10_000]), .int64([1], [1]), .int64([1], [1])], [.int32([1])]),
    one(
      "REDUCE_WINDOW of no elements", .reduceWindow, .init(.reduceWindowOptions, ["reduce_function": 1]),
      [
        .int32([200_000_000, 0]), .int32([], [0]), .int64([2], [1, 1]), .int64([2], [1, 1]), .int64([2], [1, 1]),
      ], [.int32([1, 0])], runs: true),
  ]

  private static let taps = [Float](repeating: 0, count: 961)

  private static let convolutions: [Hostile] = [
    one(
      "offsets of CONV_2D", .conv2D, .init(.conv2DOptions, ["stride_w": 1, "stride_h": 1]),
      [.float32([1, 1000, 1000, 1]), .float32([1, 31, 31, 1], taps)], [.float32([1, 1, 1, 1])]),
    one(
      "offsets of TRANSPOSE_CONV", .transposeConv, .init(.transposeConvOptions, ["stride_w": 1, "stride_h": 1]),
      [.int32([4], [1, 1000, 1000, 1]), .float32([1, 31, 31, 1], taps), .float32([1, 1000, 1000, 1])],
      [.float32([1, 1, 1, 1])]),
    one(
      "weights of TRANSPOSE_CONV that are computed", .transposeConv,
      .init(.transposeConvOptions, ["stride_w": 1, "stride_h": 1]),
      [.int32([4], [1, 1, 1, 5_000_000]), .float32([5_000_000, 1, 1, 1]), .float32([1, 1, 1, 1])],
      [.float32([1, 1, 1, 1])]),
    one(
      "phases of TRANSPOSE_CONV", .transposeConv, .init(.transposeConvOptions, ["stride_w": 256, "stride_h": 256]),
      [.int32([4], [1, 256, 256, 1]), .float32([1, 1, 1, 1], [1]), .float32([1, 1, 1, 1])], [.float32([1, 1, 1, 1])]),
    one(
      "offsets of CONV_3D", .conv3D,
      .init(
        .conv3DOptions,
        [
          "stride_d": 1, "stride_w": 1, "stride_h": 1, "dilation_d_factor": 1, "dilation_w_factor": 1,
          "dilation_h_factor": 1,
        ]),
      [.float32([1, 100, 100, 100, 1]), .float32([1, 31, 31, 1, 1], taps)], [.float32([1, 1, 1, 1, 1])]),
  ]

  private static let strings: [Hostile] = [
    one(
      "strings of FILL", .fill, .none, [.int32([1], [40_000_000]), .string([1], ["x"])], [.string([1])]),
    one(
      "DEPTH of ONE_HOT", .oneHot, .none,
      [.int32([1]), .int32([], [.max]), .float32([], [1]), .float32([], [0])], [.float32([1, 1])]),
  ]

  static let hostile = resizing + padding + products + signals + convolutions + strings

  @Test(arguments: hostile)
  func `tables of a model's making stay within the limit`(_ model: Hostile) throws {
    var options = SessionOptions()
    options.threads = .single
    options.memoryLimit = model.limit
    // Not what the operators compute, but what they prepare.
    let before = Memory.resetPeak()
    var session: Session?
    let error = failure { () throws(RuntimeError) in
      let made = try Session(Model(bytes: model.bytes), options: options)
      session = made
      try made.prepare()
      try made.invoke()
    }
    if model.runs {
      #expect(error == nil)
    } else {
      #expect(error?.code == .outOfMemory, "\(error?.description ?? "no error")")
      #expect(error?.expected?.contains("\(model.limit)") == true)
    }
    #expect((session?.memoryByteCount ?? 0) <= model.limit)
    if let before, let after = Memory.peak { #expect(after - before < 1 << 30) }
  }

  @Test func `an operator allocates no table before it is prepared`() throws {
    let options: FlexBufferWriter.Value = ["window_size": .int(1 << 24), "stride": 1]
    let model = ModelBuilder.oneCustomOperator(
      "AudioSpectrogram", options: FlexBufferWriter.bytes(options), inputs: [.float32([1, 1])],
      outputs: [.float32([1, 1, 1])])
    let before = Memory.resetPeak()
    let session = try Session(Model(bytes: model))
    #expect(session.memoryByteCount < 1 << 20)
    if let before, let after = Memory.peak { #expect(after - before < 256 << 20) }
  }

  // MARK: Weights

  /// Fully connected operators of one column that share their weights, but not their biases.
  private static func columns(_ count: Int, depth: Int) -> [UInt8] {
    var tensors: [Tensor] = [
      .float32([1, depth], name: "x"), .float32([1, depth], [Float](repeating: 1, count: depth), name: "w"),
    ]
    var operators: [Operator] = []
    for number in 0..<count {
      tensors.append(.float32([1], [Float(number)], name: "b\(number)"))
      tensors.append(.float32([1, 1], name: "y\(number)"))
      operators.append(Operator(.fullyConnected, inputs: [0, 1, 2 + 2 * number], outputs: [3 + 2 * number]))
    }
    return ModelBuilder([
      .init(tensors: tensors, inputs: [0], outputs: (0..<count).map { 3 + 2 * $0 }, operators: operators)
    ]).build()
  }

  @Test func `packed weights of operators that share a buffer stay within the limit`() throws {
    let bytes = Self.columns(100, depth: 65536)
    #expect(bytes.count < 1 << 20)
    var options = SessionOptions()
    options.memoryLimit = 16 << 20
    let model = try Model(bytes: bytes)
    let session = try Session(model, options: options)
    let error = failure { () throws(RuntimeError) in try session.prepare() }
    #expect(error?.code == .outOfMemory)
    #expect(error?.message == "not enough memory for constants derived from the model")
    #expect(error?.location?.operatorName == "FULLY_CONNECTED")
    #expect(error?.expected == "at most \(16 << 20) bytes in all")
    #expect(session.memoryByteCount <= 16 << 20)
    // Another session may hold more.
    options.memoryLimit = 1 << 30
    let other = try Session(model, options: options)
    try other.write([Float](repeating: 1, count: 65536), toInput: 0)
    try other.invoke()
    #expect(try other.output(99, as: Float.self) == [65536 + 99])
    #expect(other.memoryByteCount > 16 << 20)
  }

  @Test func `constants derived from a model are counted once, for each of its sessions`() throws {
    let model = try Model(bytes: Self.columns(4, depth: 4096))
    let first = try Session(model)
    try first.prepare()
    let held = first.memoryByteCount
    #expect(held > first.sharedByteCount && first.sharedByteCount > 0)
    var second: Session? = try Session(model)
    try second?.prepare()
    #expect(second?.memoryByteCount == held)
    #expect(first.memoryByteCount == held)
    second = nil
    #expect(first.memoryByteCount == held)
    // What others have packed counts for one that comes later.
    var options = SessionOptions()
    options.memoryLimit = first.sharedByteCount
    let third = failure { () throws(RuntimeError) in try Session(model, options: options).prepare() }
    #expect(third?.code == .outOfMemory)
  }

  @Test func `computed constants count before they are computed`() throws {
    let model = ModelBuilder.oneOperator(
      .fill, inputs: [.int32([1], [4_000_000]), .float32([], [1])], outputs: [.float32([1])])
    var options = SessionOptions()
    options.memoryLimit = 15 << 20
    let session = try Session(Model(bytes: model), options: options)
    #expect(failure { () throws(RuntimeError) in try session.prepare() }?.code == .outOfMemory)
    #expect(session.memoryByteCount < 1 << 20)
  }

  @Test func `sparse weights count as the dense ones that they become`() throws {
    typealias Table = ModelBuilder.Table
    let size = 8192
    var weights = Tensor(.float32, [size, size], data: [0, 0, 0, 0], name: "w")
    // Rows are dense and without entries, but for the first.
    let segments = [Int32(0)] + [Int32](repeating: 1, count: size)
    weights.sparsity = Table([
      .int32s(0, [0, 1]),
      .tables(
        2,
        [
          Table([.int8(0, 0), .int32(1, Int32(size))]),
          Table([
            .int8(0, 1), .uint8(2, 1), .table(3, Table([.int32s(0, segments)])), .uint8(4, 1),
            .table(5, Table([.int32s(0, [0])])),
          ]),
        ]),
    ])
    let model = try Model(
      bytes: ModelBuilder.oneOperator(
        .fullyConnected, inputs: [.float32([1, size]), weights, nil], outputs: [.float32([1, size])]))
    var options = SessionOptions()
    options.memoryLimit = 200 << 20
    let error = failure { () throws(RuntimeError) in _ = try Session(model, options: options) }
    #expect(error?.code == .outOfMemory, "\(error?.description ?? "no error")")
  }

  @Test func `constants that are not aligned count as their copies`() throws {
    let bytes = ModelBuilder.oneOperator(
      .add, inputs: [.float32([1]), .float32([262_144], [Float](repeating: 2, count: 262_144))],
      outputs: [.float32([262_144])])
    let memory = UnsafeMutableRawBufferPointer.allocate(byteCount: bytes.count + 1, alignment: 64)
    bytes.withUnsafeBytes { UnsafeMutableRawBufferPointer(rebasing: memory[1...]).copyMemory(from: $0) }
    let model = try Model(
      referringTo: UnsafeRawBufferPointer(rebasing: memory[1...]),
      release: { UnsafeMutableRawPointer(mutating: $0.baseAddress! - 1).deallocate() })
    var options = SessionOptions()
    options.memoryLimit = 1 << 20
    let error = failure { () throws(RuntimeError) in _ = try Session(model, options: options) }
    #expect(error?.message == "not enough memory for an aligned copy of a constant")
    #expect(error?.tensor != nil)
    let session = try Session(model)
    try session.write([1] as [Float], toInput: 0)
    try session.invoke()
    #expect(try session.output(0, as: Float.self) == [Float](repeating: 3, count: 262_144))
  }

  // MARK: Sessions

  @Test func `arenas and tensors outside of them count together`() throws {
    let model = ModelBuilder.oneOperator(.cast, inputs: [.float32([1 << 20])], outputs: [.int32([1 << 20])])
    var options = SessionOptions()
    options.memoryLimit = 6 << 20
    let session = try Session(Model(bytes: model), options: options)
    let error = failure { () throws(RuntimeError) in try session.prepare() }
    #expect(error?.code == .outOfMemory)
    #expect(error?.actual?.contains("in use") == true)
    try session.resizeInput(0, to: [1 << 18])
    try session.write([Float](repeating: 7, count: 1 << 18), toInput: 0)
    try session.invoke()
    #expect(try session.output(0, as: Int32.self).last == 7)
    #expect(session.memoryByteCount <= 6 << 20)
  }

  @Test func `what a session no longer holds no longer counts`() throws {
    let model = ModelBuilder.oneOperator(.cast, inputs: [.float32([4])], outputs: [.int32([4])])
    let session = try Session(Model(bytes: model))
    try session.prepare()
    let small = session.memoryByteCount
    try session.resizeInput(0, to: [1 << 20])
    try session.prepare()
    #expect(session.memoryByteCount >= small + 8 << 20 - 256)
    try session.resizeInput(0, to: [4])
    try session.prepare()
    // The input keeps its memory, the arena does not.
    #expect(session.memoryByteCount < small + 5 << 20)
  }

  @Test func `copies of loop variables count`() throws {
    func named(_ tensors: [Tensor]) -> [Tensor] {
      tensors.enumerated().map { index, tensor in
        var tensor = tensor
        tensor.name = "t\(index)"
        return tensor
      }
    }
    let count = 1 << 20
    let state = [Tensor(.int32, [count]), Tensor(.int32, [count]), Tensor(.int32, [])]
    // Two variables change places, and a third one counts.
    let main = ModelBuilder.Subgraph(
      tensors: named(state + state), inputs: [0, 1, 2], outputs: [3, 4, 5],
      operators: [
        Operator(
          .while, options: .init(.whileOptions, ["cond_subgraph_index": 1, "body_subgraph_index": 2]),
          inputs: [0, 1, 2], outputs: [3, 4, 5])
      ])
    let condition = ModelBuilder.Subgraph(
      "condition", tensors: named(state + [.int32([], [3]), Tensor(.bool, [])]), inputs: [0, 1, 2], outputs: [4],
      operators: [Operator(.less, inputs: [2, 3], outputs: [4])])
    let body = ModelBuilder.Subgraph(
      "body", tensors: named(state + [.int32([], [1]), Tensor(.int32, [])]), inputs: [0, 1, 2], outputs: [1, 0, 4],
      operators: [Operator(.add, inputs: [2, 3], outputs: [4])])
    let model = try Model(bytes: ModelBuilder([main, condition, body]).build())
    let free = try Session(model)
    try free.prepare()
    var options = SessionOptions()
    options.memoryLimit = free.memoryByteCount + 1 << 20
    try free.write([Int32](repeating: 5, count: count), toInput: 1)
    try free.write([0] as [Int32], toInput: 2)
    try free.invoke()
    #expect(try free.output(0, as: Int32.self).last == 5)
    let session = try Session(model, options: options)
    try session.prepare()
    let error = failure { () throws(RuntimeError) in try session.invoke() }
    #expect(error?.message == "not enough memory for a loop variable")
  }

  @Test func `variables count`() throws {
    let count = 10
    var tensors: [Tensor] = [.float32([1 << 20], name: "x")]
    var operators: [Operator] = []
    for number in 0..<count {
      var handle = Tensor(.resource, [])
      handle.name = "v\(number)"
      tensors.append(handle)
      operators.append(
        Operator(
          .varHandle, options: .init(.varHandleOptions, ["shared_name": .string("v\(number)")]), inputs: [],
          outputs: [number + 1]))
      operators.append(Operator(.assignVariable, inputs: [number + 1, 0], outputs: []))
    }
    let model = try Model(
      bytes: ModelBuilder([.init(tensors: tensors, inputs: [0], outputs: [], operators: operators)]).build())
    var options = SessionOptions()
    options.memoryLimit = 32 << 20
    let session = try Session(model, options: options)
    let error = failure { () throws(RuntimeError) in try session.invoke() }
    #expect(error?.message == "not enough memory for a variable")
    #expect(session.memoryByteCount <= 32 << 20)
  }

  @Test func `hash tables count their entries`() throws {
    let (tables, entries) = (100, 4000)
    let numbers = (0..<entries).map { Int64($0) }
    var tensors: [Tensor] = [
      .int64([entries], numbers, name: "keys"), .string([entries], numbers.map { "value \($0)" }, name: "values"),
    ]
    var operators: [Operator] = []
    for number in 0..<tables {
      var handle = Tensor(.resource, [1])
      handle.name = "table\(number)"
      tensors.append(handle)
      let options = ModelBuilder.Options(
        .hashtableOptions, ["table_id": .int(Int64(number)), "key_dtype": 4, "value_dtype": 5])
      operators.append(Operator(.hashtable, options: options, inputs: [], outputs: [number + 2]))
      operators.append(Operator(.hashtableImport, inputs: [number + 2, 0, 1], outputs: []))
    }
    let model = try Model(
      bytes: ModelBuilder([.init(tensors: tensors, inputs: [], outputs: [], operators: operators)]).build())
    var options = SessionOptions()
    options.memoryLimit = 64 << 20
    let session = try Session(model, options: options)
    let error = failure { () throws(RuntimeError) in try session.invoke() }
    #expect(error?.message == "not enough memory for a hash table")
    #expect(session.memoryByteCount <= 64 << 20)
    let held = session.memoryByteCount
    session.resetState()
    #expect(session.memoryByteCount < held / 2)
  }

  /// States a shape for its output that the session has no memory for, and goes on.
  private final class Greedy: TFLiteRuntime.Operator {
    func prepare(_ context: PrepareContext) throws(RuntimeError) {
      try context.setShape([2], ofOutput: 0)
      do throws(RuntimeError) {
        try context.setShape([1 << 40], ofOutput: 0)
      } catch {
        let output = try context.output(0)
        try context.expect(error.code == .outOfMemory, "another error")
        try context.expect(output.shape == [2] && output.byteCount == 8, "the output has changed")
        return
      }
      throw context.error("no error")
    }

    func execute(_ context: ExecuteContext) throws(RuntimeError) {
      for index in 0..<2 { context.output(0).mutablePointer(as: Float.self)[index] = 1 }
    }
  }

  @Test func `an output that would be too large keeps its shape`() throws {
    var options = SessionOptions()
    options.memoryLimit = 1 << 20
    options.registry.register("Greedy") { _ in Greedy() }
    let model = ModelBuilder.oneCustomOperator("Greedy", inputs: [.float32([2])], outputs: [.float32([2])])
    let session = try Session(Model(bytes: model), options: options)
    try session.invoke()
    #expect(try session.output(0, as: Float.self) == [1, 1])
  }

  @Test func `no limit is too small for an error`() throws {
    let model = try Model(bytes: Self.columns(1, depth: 4))
    for limit in [Int.min, -1, 0, 1, 1000] {
      var options = SessionOptions()
      options.memoryLimit = limit
      let error = failure { () throws(RuntimeError) in try Session(model, options: options).prepare() }
      #expect(error?.code == .outOfMemory)
    }
  }
}

/// The most memory that the process has had at once.
private enum Memory {
  static var peak: Int? {
    guard let status = try? String(contentsOfFile: "/proc/self/status", encoding: .utf8) else { return nil }
    for line in status.split(separator: "\n") where line.hasPrefix("VmHWM:") {
      return line.split(whereSeparator: { !$0.isNumber }).first.flatMap { Int($0) }.map { $0 << 10 }
    }
    return nil
  }

  /// What it has now, which becomes the most where the system can forget.
  static func resetPeak() -> Int? {
    try? Data("5".utf8).write(to: URL(fileURLWithPath: "/proc/self/clear_refs"))
    return peak
  }
}
