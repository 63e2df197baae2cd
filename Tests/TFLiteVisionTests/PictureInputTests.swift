import TFLiteRuntime
import TFLiteVision
import TestSupport
import Testing

@Suite struct PictureInputTests {
  private typealias Normalization = Preprocessing.Normalization

  /// A model of one input of type `tensor` and ABS of something else.
  private static func session(
    _ inputs: [ModelBuilder.Tensor], metadata: [UInt8]? = nil
  ) throws -> Session {
    let model = ModelBuilder(
      [
        .init(
          tensors: inputs + [.float32([1], name: "x"), .float32([1], name: "y")],
          inputs: Array(0...inputs.count), outputs: [inputs.count + 1],
          operators: [.init(.abs, inputs: [inputs.count], outputs: [inputs.count + 1])])
      ], metadata: metadata.map { [(name: ModelMetadata.bufferName, bytes: $0)] } ?? [])
    return try Session(Model(bytes: model.build()))
  }

  /// Metadata of one subgraph whose inputs have the given normalizations; nil for an input without.
  private static func metadata(_ normalizations: [Normalization?]) -> [UInt8] {
    func floats(_ id: Int, _ values: [Float]) -> FlatBufferWriter.Field {
      .init(id, .vector(count: values.count, bytes: FlatBufferWriter.bytes(of: values), alignment: 4))
    }
    let inputs = normalizations.map { normalization -> FlatBufferWriter.Table in
      guard let normalization else { return .init() }
      let options = FlatBufferWriter.Table([floats(0, normalization.mean), floats(1, normalization.std)])
      return .init([.init(4, .tables([.init([.init(0, .scalar([1])), .init(1, .table(options))])]))])
    }
    return FlatBufferWriter.file(
      identifier: "M001", root: .init([.init(3, .tables([.init([.init(2, .tables(inputs))])]))]))
  }

  private static var dot: Picture {
    get throws { try Picture(width: 1, height: 1, format: .rgb, bytes: [0, 127, 255]) }
  }

  @Test func `the input of three channels goes before others`() throws {
    let session = try Self.session([.float32([1, 4], name: "mask"), .float32([1, 2, 2, 1]), .float32([1, 5, 4, 3])])
    let input = try PictureInput(session)
    #expect(input.index == 2)
    #expect(input.preprocessing.width == 4 && input.preprocessing.height == 5)
    #expect(input.preprocessing.channels == .rgb)
    #expect(!input.followsPicture)
    #expect(try PictureInput(session, at: 1).preprocessing.channels == .gray)
    let error = #expect(throws: VisionError.self) { try PictureInput(session, at: 9) }
    #expect(error?.code == .missing && error?.found == "9")
    let unfit = #expect(throws: VisionError.self) { try PictureInput(session, at: 3) }
    #expect(unfit?.code == .unsupported && unfit?.subject == "input 'x'")
  }

  @Test func `a model without a picture is an error that says what it has`() throws {
    let error = #expect(throws: VisionError.self) { try PictureInput(Self.session([.float32([7, 2, 2, 2, 3])])) }
    #expect(error?.code == .missing)
    #expect(error?.found == "FLOAT32 [7,2,2,2,3], FLOAT32 [1]")
  }

  static let encodings: [(ModelBuilder.Tensor, Preprocessing.Normalization?, Preprocessing.Encoding)] = [
    (.float32([1, 2, 2, 3]), nil, .float32(.minusOneToOne)),
    (.float32([1, 2, 2, 3]), .zeroToOne, .float32(.zeroToOne)),
    (.uint8([1, 2, 2, 3]), nil, .raw(.uint8)), (.int8([1, 2, 2, 3]), nil, .raw(.int8)),
    (
      .int8([1, 2, 2, 3], quantization: .perTensor(scale: 0.5, zeroPoint: -1)), .zeroToOne,
      .quantized(.int8, scale: 0.5, zeroPoint: -1, .zeroToOne)
    ),
    (.int8([1, 2, 2, 3], quantization: .perTensor(scale: 0.5, zeroPoint: -1)), nil, .raw(.int8)),
  ]

  @Test(arguments: encodings.indices) func `metadata decide the normalization`(index: Int) throws {
    let (tensor, normalization, encoding) = Self.encodings[index]
    let session = try Self.session([tensor], metadata: Self.metadata([normalization, nil]))
    #expect(try PictureInput(session).preprocessing.encoding == encoding)
    var options = PictureInput.Options()
    options.normalization = .imageNet
    options.isBGR = true
    options.fit = .centerCrop
    let input = try PictureInput(session, options: options)
    if tensor.type == .float32 { #expect(input.preprocessing.encoding == .float32(.imageNet)) }
    #expect(input.preprocessing.channels == .bgr)
    #expect(input.preprocessing.fit == .centerCrop)
  }

  static let broken: [(bytes: [UInt8], text: String)] = [
    ([1, 2, 3], "identifier M001"), (Array(metadata([.zeroToOne, nil]).dropLast(4)), "inside the buffer"),
    (metadata([.zeroToOne]), "the model's 2 inputs"),
    (metadata([.init(mean: [1, 2], std: [1]), nil]), "1 or 3 values of mean and std"),
    (metadata([.init(mean: [1], std: [0]), nil]), "std not 0"),
    (metadata([.init(mean: [.nan], std: [1]), nil]), "finite"),
  ]

  @Test(arguments: broken.indices) func `broken metadata are an error unless nothing is asked of them`(index: Int)
    throws
  {
    let session = try Self.session([.float32([1, 2, 2, 3])], metadata: Self.broken[index].bytes)
    let error = #expect(throws: VisionError.self) { try PictureInput(session) }
    #expect(error?.code == .malformed)
    #expect(error?.expected.contains(Self.broken[index].text) == true, "\(error?.description ?? "")")
    var options = PictureInput.Options()
    options.normalization = .zeroToOne
    #expect(try PictureInput(session, options: options).preprocessing.encoding == .float32(.zeroToOne))
  }

  @Test func `pictures are written as the input's numbers`() throws {
    let picture = try Self.dot
    for (tensor, expected) in [
      (.float32([1, 1, 1, 3]), [-1, -1 / 255, 1]), (.uint8([1, 1, 1, 3]), [0, 127, 255]),
      (.int32([1, 1, 1, 3]), [0, 127, 255]),
      (.int64([1, 1, 3]), [0, 127, 255]), (.int16([1, 1, 1, 3]), [0, 127, 255]),
      (.int8([1, 1, 1, 3]), [-128, -1, 127]),
    ] as [(ModelBuilder.Tensor, [Float])] {
      let session = try Self.session([tensor])
      let mapping = try PictureInput(session).write(picture, to: session)
      #expect(mapping == PictureMapping(pictureWidth: 1, pictureHeight: 1))
      let bytes = try session.withInputBytes(0) { Array($0) }
      let values: [Float] = bytes.withUnsafeBytes { bytes in
        switch session.inputs[0].type {
        case .float32: bytes.bindMemory(to: Float.self).map { $0 }
        case .int64: bytes.bindMemory(to: Int64.self).map { Float($0) }
        case .int32: bytes.bindMemory(to: Int32.self).map { Float($0) }
        case .int16: bytes.bindMemory(to: Int16.self).map { Float($0) }
        case .int8: bytes.bindMemory(to: Int8.self).map { Float($0) }
        default: bytes.map { Float($0) }
        }
      }
      #expect(zip(values, expected).allSatisfy { abs($0 - $1) < 1e-5 } && values.count == 3, "\(tensor.type) \(values)")
    }
  }

  @Test func `open rows and columns become the picture's`() throws {
    let session = try Self.session([.uint8([1, 1, 1, 3]).signature([1, -1, -1, 3])])
    let input = try PictureInput(session)
    #expect(input.followsPicture)
    let picture = try Picture(width: 3, height: 2, format: .rgb, bytes: (0..<18).map { UInt8($0) })
    try input.write(picture, to: session)
    #expect(session.inputs[0].shape == [1, 2, 3, 3])
    #expect(try session.withInputBytes(0) { Array($0) } == Array(0..<18))
    #expect(try input.content(of: try Self.dot).shape == [1, 1, 1, 3])
  }

  @Test func `an input of a signature has the metadata of its tensor`() throws {
    let tensors: [ModelBuilder.Tensor] = [
      .float32([1, 1, 1, 3], name: "a"), .float32([1, 1, 1, 3], name: "b"), .float32([1, 1, 1, 3], name: "sum"),
    ]
    // The signature lists the inputs the other way round.
    let model = ModelBuilder(
      [.init(tensors: tensors, inputs: [0, 1], outputs: [2], operators: [.init(.add, inputs: [0, 1], outputs: [2])])],
      signatures: [.init("sum", inputs: [("second", 1), ("first", 0)], outputs: [("sum", 2)])],
      metadata: [(ModelMetadata.bufferName, Self.metadata([.zeroToOne, Normalization.none]))])
    let signature = try Session(Model(bytes: model.build())).signature("sum")
    for (name, encoding) in [("first", .float32(.zeroToOne)), ("second", .float32(Normalization.none))]
      as [(String, Preprocessing.Encoding)]
    {
      let input = try PictureInput(signature, named: name)
      #expect(input.preprocessing.encoding == encoding)
      try input.write(try Self.dot, to: signature)
    }
    try signature.invoke()
    #expect(try signature.output("sum", as: Float.self)[2] == 256)
    let error = #expect(throws: VisionError.self) { try PictureInput(signature, named: "third") }
    #expect(error?.code == .missing && error?.found == "'third'")
  }
}
