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
    self.row = shape.firstRow(ofTile: row &- image &* shape.tileRows)
    column = shape.firstColumn(ofTile: block.firstTile &+ tile &- row &* shape.tileColumns)
  }
}

#endif
