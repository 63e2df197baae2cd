extension ReferenceKernels {
  /// Writes the lines of a matrix as columns.
  package static func transpose(_ t: Transposition) {
    assert(t.validate())
    switch t.elementSize {
    case 1: transpose(t, UInt8.self)
    case 2: transpose(t, UInt16.self)
    case 4: transpose(t, UInt32.self)
    default: transpose(t, UInt64.self)
    }
  }

  private static func transpose<Element: BitwiseCopyable>(_ t: Transposition, _ type: Element.Type) {
    let size = MemoryLayout<Element>.size
    for row in 0..<t.rows {
      let line = t.source + row &* t.sourceStride
      let target = t.destination + row &* size
      for column in 0..<t.columns {
        (target + column &* t.destinationStride).storeBytes(
          of: (line + column &* size).loadUnaligned(as: Element.self), as: Element.self)
      }
    }
  }
}
