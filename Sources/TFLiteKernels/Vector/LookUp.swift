#if !TFLITE_TIER || (TFLITE_X86 && arch(x86_64)) || (TFLITE_ARM && arch(arm64))

#if TFLITE_TIER
import TFLiteKernels
#endif

extension VectorKernels {
  /// A table look-up of `count` bytes.
  package static func lookUp(
    _ input: UnsafePointer<UInt8>, _ output: UnsafeMutablePointer<UInt8>, _ count: Int, _ table: UnsafePointer<UInt8>
  ) {
    assert(Contract.map(input, output, count, from: 1, to: 1))
    var i = 0
    if ByteTable.isFast, count >= Bytes.scalarCount {
      withUnsafeTemporaryAllocation(byteCount: 256, alignment: 16) { buffer in
        guard let scratch = buffer.baseAddress else { return }
        let entries = ByteTable(table, scratch)
        let source = UnsafeRawPointer(input)
        let target = UnsafeMutableRawPointer(output)
        while count &- i >= Bytes.scalarCount {
          target.put(entries(source.lanes(i, as: Bytes.self)), i)
          i &+= Bytes.scalarCount
        }
      }
    }
    while count &- i >= 4 {
      let values = UnsafeRawPointer(input).loadUnaligned(fromByteOffset: i, as: UInt32.self)
      output[i] = table[Int(values & 0xFF)]
      output[i &+ 1] = table[Int(values >> 8 & 0xFF)]
      output[i &+ 2] = table[Int(values >> 16 & 0xFF)]
      output[i &+ 3] = table[Int(values >> 24)]
      i &+= 4
    }
    while i < count {
      output[i] = table[Int(input[i])]
      i &+= 1
    }
  }
}

#endif
