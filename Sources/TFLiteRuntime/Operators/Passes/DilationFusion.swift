import TFLiteKernels
import TFLiteSchema

// Dilation fusion: a convolution does what stands around it.
//
// - SPACE_TO_BATCH_ND before and BATCH_TO_SPACE_ND behind it, of the same blocks, cut the image so that neighbors lie a block
//   apart: that is a dilation. What is padded before and not cut off behind is a margin. Not where float images are quantized,
//   since each block would have a scale of its own.
// - A sequence has lines `[N, L, C]`, to which RESHAPE or EXPAND_DIMS adds the axis of images: with PAD or blocks before that
//   the convolution reads the lines.
// - Where nobody else reads the image that it writes, it writes the lines that RESHAPE or SQUEEZE makes of it.
//
// Blocks, margins and shapes are constants; the convolution checks at preparation that the shapes of images are those that
// RESHAPE states. It pads by itself, and with blocks it goes from pixel to pixel.

extension Pass {
  static var dilationFusion: Pass {
    Pass("dilation fusion") { graph, _ in
      for number in graph.nodes.indices where graph.isOpen(number) {
        guard let all = Surroundings(number, graph) else { continue }
        for taken in [all, all.behindAlone]
        where taken.isWorthwhile && graph.fuse(.dilation(taken.dilation), into: number) {
          for follower in taken.behind { graph.remove(follower) }
          var inputs = graph.inputs(number)
          inputs[0] = taken.source
          graph.rewire(number, inputs: inputs, outputs: [taken.result])
          for leader in taken.before { graph.removeIfUnused(leader) }
          break
        }
      }
    }
  }
}

/// What stands around a convolution that it can do.
private struct Surroundings {
  private(set) var dilation = Dilation()
  /// What it reads and writes then.
  private(set) var source: Int
  private(set) var result: Int
  /// The operators in front whose work it does, from the nearest on: others may read them as well.
  private(set) var before: [Int] = []
  /// The operators behind, which nobody needs any more.
  private(set) var behind: [Int] = []

  private var image: Int

  init?(_ number: Int, _ graph: borrowing EditableGraph) {
    let node = graph.nodes[number].stated
    guard node.code == .conv2D || node.code == .depthwiseConv2D, 2...3 ~= node.inputs.count, node.outputs.count == 1,
      node.inputs[0] >= 0, node.inputs[1] >= 0, node.outputs[0] >= 0
    else { return nil }
    (image, source, result) = (node.inputs[0], node.inputs[0], node.outputs[0])
    if let (lines, producer) = Self.linesBefore(source, graph) {
      dilation.inputLines = lines
      goBack(producer, graph)
    }
    if let (lines, reader) = Self.linesBehind(result, graph) {
      dilation.outputLines = lines
      behind.append(reader)
      result = graph.outputs(reader)[0]
    }
    let isQuantized = graph.tensors[image].type == .float32 && graph.tensors[node.inputs[1]].type != .float32
    let hasBlocks = !isQuantized && takeBlocks(graph)
    let isPadded = (hasBlocks || dilation.inputLines != nil) && takePadding(graph)
    if !hasBlocks, !isPadded { self = behindAlone }
  }

  var isWorthwhile: Bool { !before.isEmpty || !behind.isEmpty }

  /// What stands behind it alone, without blocks.
  var behindAlone: Self {
    var taken = self
    (taken.source, taken.before) = (image, [])
    taken.dilation = Dilation(outputLines: dilation.blockHeight * dilation.blockWidth > 1 ? nil : dilation.outputLines)
    if taken.dilation.outputLines == nil { taken.behind = [] }
    return taken
  }

  private mutating func goBack(_ producer: Int, _ graph: EditableGraph) {
    before.append(producer)
    source = graph.inputs(producer)[0]
  }

  // MARK: Blocks and margins

  /// Takes over blocks before and behind.
  private mutating func takeBlocks(_ graph: EditableGraph) -> Bool {
    let axis = dilation.inputLines?.axis
    guard axis == dilation.outputLines?.axis, let producer = graph.producer(of: source), graph.isOpen(producer),
      graph.hasOneUse(result), let use = graph.uses(of: result).first, use.position == 0, graph.isOpen(use.node),
      let cut = Self.blocks(graph.nodes[producer].stated, .spaceToBatchNd, axis, graph),
      let joined = Self.blocks(graph.nodes[use.node].stated, .batchToSpaceNd, axis, graph), cut.height == joined.height,
      cut.width == joined.width, cut.height > 1 || cut.width > 1
    else { return false }
    let (padded, cropped) = (cut.margins, joined.margins)
    let margins = ImageMargins(
      top: padded.top - cropped.top, bottom: padded.bottom - cropped.bottom, left: padded.left - cropped.left,
      right: padded.right - cropped.right)
    guard margins.top >= 0, margins.bottom >= 0, margins.left >= 0, margins.right >= 0 else { return false }
    dilation.margins = margins
    (dilation.blockHeight, dilation.blockWidth) = (cut.height, cut.width)
    (dilation.croppedRows, dilation.croppedColumns) = (cropped.top + cropped.bottom, cropped.left + cropped.right)
    goBack(producer, graph)
    behind.append(use.node)
    result = graph.outputs(use.node)[0]
    return true
  }

  /// The block and the margins of one of the two operators.
  private static func blocks(
    _ node: OperatorNode, _ code: Schema.BuiltinOperator, _ axis: Int?, _ graph: EditableGraph
  ) -> (height: Int, width: Int, margins: ImageMargins)? {
    let axes = axis == nil ? 2 : 1
    guard node.code == code, node.inputs.count == 3, node.inputs[0] >= 0, keepsElements(node, graph),
      graph.tensors[node.inputs[0]].shape.rank == axes + 2, let block = graph.extents(node.inputs[1], [axes]),
      let margins = graph.extents(node.inputs[2], [axes, 2]), block.allSatisfy({ $0 > 0 })
    else { return nil }
    switch axis {
    case nil:
      return (
        block[0], block[1], ImageMargins(top: margins[0], bottom: margins[1], left: margins[2], right: margins[3])
      )
    case 1: return (1, block[0], ImageMargins(left: margins[0], right: margins[1]))
    default: return (block[0], 1, ImageMargins(top: margins[0], bottom: margins[1]))
    }
  }

  /// Takes over a PAD before.
  private mutating func takePadding(_ graph: EditableGraph) -> Bool {
    guard let producer = graph.producer(of: source), graph.isOpen(producer),
      let margins = Pass.margins(of: graph.nodes[producer].stated, lines: dilation.inputLines?.axis, graph)
    else { return false }
    dilation.margins = dilation.margins + margins
    goBack(producer, graph)
    return true
  }

  /// The operator has one output, of the type and the quantization of its input, and neither is a variable.
  private static func keepsElements(_ node: OperatorNode, _ graph: EditableGraph) -> Bool {
    guard node.outputs.count == 1, node.outputs[0] >= 0 else { return false }
    let (input, output) = (graph.tensors[node.inputs[0]], graph.tensors[node.outputs[0]])
    return input.hasRank && output.hasRank && !input.isVariable && !output.isVariable && input.type == output.type
      && input.quantization == output.quantization
  }

  // MARK: Lines

  /// What makes images of lines.
  private static func linesBefore(_ image: Int, _ graph: EditableGraph) -> (ImageLines, producer: Int)? {
    guard let producer = graph.producer(of: image), graph.isOpen(producer) else { return nil }
    let node = graph.nodes[producer].stated
    guard node.inputs.count == 2, node.inputs[0] >= 0, keepsElements(node, graph),
      graph.tensors[node.inputs[0]].shape.rank == 3
    else { return nil }
    let lines: ImageLines?
    switch node.code {
    case .expandDims:
      let axis = graph.number(node.inputs[1]).map { $0 < 0 ? $0 + 4 : $0 }
      lines = axis.map { ImageLines(axis: $0, image: [-1, -1, -1, -1]) }
    case .reshape:
      lines = graph.statedShape(node).flatMap { Self.lines(image: $0, graph.tensors[node.inputs[0]].shapeSignature) }
    default: lines = nil
    }
    guard let lines, 1...2 ~= lines.axis else { return nil }
    return (lines, producer)
  }

  /// What makes lines of images.
  private static func linesBehind(_ image: Int, _ graph: EditableGraph) -> (ImageLines, reader: Int)? {
    guard graph.hasOneUse(image), let use = graph.uses(of: image).first, use.position == 0, graph.isOpen(use.node)
    else {
      return nil
    }
    let node = graph.nodes[use.node].stated
    guard keepsElements(node, graph), graph.tensors[image].shape.rank == 4 else { return nil }
    switch node.code {
    case .squeeze:
      guard let axes = node.options.squeezeOptions?.squeezeDims, axes.count == 1, let given = axes.first
      else { return nil }
      let axis = Int(given < 0 ? given + 4 : given)
      guard 1...2 ~= axis else { return nil }
      var pattern = [-1, -1, -1, -1]
      pattern[axis] = 1
      return (ImageLines(axis: axis, image: pattern), use.node)
    case .reshape:
      guard node.inputs.count == 2, let shape = graph.statedShape(node), shape.count == 3 else { return nil }
      let stated = graph.tensors[image].shapeSignature
      for axis in 1...2 where stated[axis] == 1 {
        var image = shape
        image.insert(1, at: axis)
        if zip(image, stated.dimensions).allSatisfy({ $0 == $1 || $0 == -1 || $1 == -1 }) {
          return (ImageLines(axis: axis, image: image), use.node)
        }
      }
      return nil
    default: return nil
    }
  }

  /// The lines that RESHAPE makes this image of, where they agree with what the file states of them.
  private static func lines(image: [Int], _ stated: Shape) -> ImageLines? {
    guard image.count == 4 else { return nil }
    for axis in 1...2 where image[axis] == 1 {
      var lines = image
      lines.remove(at: axis)
      if zip(lines, stated.dimensions).allSatisfy({ $0 == $1 || $0 == -1 || $1 == -1 }) {
        return ImageLines(axis: axis, image: image)
      }
    }
    return nil
  }
}

extension EditableGraph {
  /// The one number of a constant of int32.
  fileprivate func number(_ tensor: Int) -> Int? {
    guard tensor >= 0, tensors[tensor].type == .int32, tensors[tensor].sparsity == nil,
      let bytes = tensors[tensor].constant, bytes.count == 4
    else { return nil }
    return bytes.littleEndianNumbers(1)[0]
  }

  /// The shape that input 1 of a RESHAPE states, if it is a constant with one open extent at most.
  fileprivate func statedShape(_ node: OperatorNode) -> [Int]? {
    guard node.inputs[1] >= 0 else { return nil }
    let tensor = tensors[node.inputs[1]]
    guard tensor.type == .int32, tensor.sparsity == nil, tensor.shape.rank == 1, let bytes = tensor.constant,
      3...4 ~= tensor.shape[0], bytes.count == 4 * tensor.shape[0]
    else { return nil }
    let extents = bytes.littleEndianNumbers(tensor.shape[0])
    return extents.count(where: { $0 == -1 }) <= 1 && extents.allSatisfy { $0 >= -1 } ? extents : nil
  }
}
