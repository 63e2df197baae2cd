#if !TFLITE_TIER || (TFLITE_X86 && arch(x86_64)) || (TFLITE_ARM && arch(arm64))

#if TFLITE_TIER
import TFLiteKernels
#endif

/// Where a tile's outputs begin.
struct WinogradPlace {
  let image: Int
  let row: Int
  let column: Int

  @inline(__always)
  init(_ block: WinogradBlock, _ tile: Int) {
    let shape = block.shape
    let row = (block.firstTile &+ tile) / shape.tileColumns
    image = row / shape.tileRows
    self.row = (row &- image &* shape.tileRows) &* shape.outputs
    column = (block.firstTile &+ tile &- row &* shape.tileColumns) &* shape.outputs
  }

  /// A tile of a block of lines.
  @inline(__always)
  init(ofLine block: WinogradBlock, _ tile: Int) {
    let shape = block.shape
    let row = (block.firstTile &+ tile) / shape.tileColumns
    image = row / shape.tileRows
    let tileRow = row &- image &* shape.tileRows
    let tileColumn = block.firstTile &+ tile &- row &* shape.tileColumns
    self.row = shape.isColumn ? shape.firstPixel(tileRow, of: shape.tileRows) : tileRow
    column = shape.isColumn ? tileColumn : shape.firstPixel(tileColumn, of: shape.tileColumns)
  }
}

#endif
