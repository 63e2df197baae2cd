#if !TFLITE_TIER || (TFLITE_X86 && arch(x86_64)) || (TFLITE_ARM && arch(arm64))

// What 8-bit products keep on the stack.

/// Stack memory for prepared rows.
protocol BlockMemory {
  init()
}

/// 1 KB.
struct TinyBlock: BlockMemory {
  var page: SmallBlock.Page

  init() {
    let zero = SIMD64<UInt8>()
    let line = (zero, zero, zero, zero)
    page = (line, line, line, line)
  }
}

/// 4 KB.
struct SmallBlock: BlockMemory {
  typealias Line = (SIMD64<UInt8>, SIMD64<UInt8>, SIMD64<UInt8>, SIMD64<UInt8>)
  typealias Page = (Line, Line, Line, Line)
  var pages: (Page, Page, Page, Page)

  init() {
    let zero = SIMD64<UInt8>()
    let line = (zero, zero, zero, zero)
    let page = (line, line, line, line)
    pages = (page, page, page, page)
  }
}

/// 8 KB.
struct DoubleBlock: BlockMemory {
  var blocks: (SmallBlock, SmallBlock)

  init() {
    let block = SmallBlock()
    blocks = (block, block)
  }
}

/// 16 KB.
struct MediumBlock: BlockMemory {
  var blocks: (SmallBlock, SmallBlock, SmallBlock, SmallBlock)

  init() {
    let block = SmallBlock()
    blocks = (block, block, block, block)
  }
}

/// 32 KB.
struct LargeBlock: BlockMemory {
  var blocks: (SmallBlock, SmallBlock, SmallBlock, SmallBlock, SmallBlock, SmallBlock, SmallBlock, SmallBlock)

  init() {
    let block = SmallBlock()
    blocks = (block, block, block, block, block, block, block, block)
  }
}

/// The sums of the largest tile.
struct TileSums {
  /// Vectors of sums.
  static var count: Int { 24 }

  typealias Four = (Ints, Ints, Ints, Ints)
  var sums: (Four, Four, Four, Four, Four, Four)

  init() {
    let zero = Ints()
    let four = (zero, zero, zero, zero)
    sums = (four, four, four, four, four, four)
  }
}

#endif
