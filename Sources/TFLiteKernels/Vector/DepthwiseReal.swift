#if !TFLITE_TIER || (TFLITE_X86 && arch(x86_64)) || (TFLITE_ARM && arch(arm64))

#if TFLITE_TIER
import TFLiteKernels
#endif

// The sums of hybrid depthwise convolutions as floats, see DepthwisePackets.swift.

/// Memory of a hybrid step, each part as long as the sums of a packet.
enum RealMemory {
  /// What sums begin with, in the order of sums.
  static var starts: Int { 0 }
  /// Scales of weights and inputs, in the order of bytes.
  static var scales: Int { 4 &* Bytes.scalarCount }
  /// The sums of two packets, in the order of bytes.
  static var sums: Int { 8 &* Bytes.scalarCount }
  static var size: Int { 16 &* Bytes.scalarCount }
}

extension VectorKernels {
  /// Writes what the hybrid steps of a record begin with and multiply by.
  @inline(__always)
  static func beginReal(
    _ target: UnsafeMutableRawPointer, _ record: UnsafeRawPointer, _ block: DynamicQuantization.Parameters, shift: Int32
  ) {
    let size = MemoryLayout<Ints>.size
    let zero = Ints(repeating: 0 &- (block.zeroPoint &+ shift))
    let scale = Floats(repeating: block.scale)
    let scales = record + 4 &* Bytes.scalarCount
    var place = 0
    while place < 4 &* size {
      target.put(record.lanes(place, as: Ints.self) &* zero, RealMemory.starts &+ place)
      target.put(scales.lanes(place, as: Floats.self) * scale, RealMemory.scales &+ place)
      place &+= size
    }
  }

  /// Stores the sums of two packets as floats. A loop, as the compiler puts the arithmetic in line where it stands once, and
  /// hands vectors of 64 bytes to a function in pieces.
  @inline(__always)
  static func finishReal(
    group: Int, _ x: PacketSums, _ y: PacketSums, _ steps: PacketSteps, _ step: PacketStep,
    _ biases: UnsafeRawPointer, _ channel: Int
  ) {
    let size = MemoryLayout<Ints>.size
    let sums = steps.real + RealMemory.sums
    x.inByteOrder.store(sums)
    y.inByteOrder.store(sums + 4 &* size)
    let scales = steps.real + RealMemory.scales
    let lower = Floats(repeating: steps.header.floatRange.lower)
    let upper = Floats(repeating: steps.header.floatRange.upper)
    let perPixel = max(1, group / lanesPerVector)
    let perVector = max(1, lanesPerVector / group)
    let vectors = min(8, (step.lastPixel &+ perVector) / perVector &* perPixel)
    var target = step.output + 4 &* channel
    var vector = 0
    while vector < vectors {
      let place = (vector & 3) &* size
      let sum = converted(UnsafeRawPointer(sums).lanes(vector &* size, as: Ints.self))
      let real =
        sum * UnsafeRawPointer(scales).lanes(place, as: Floats.self) + biases.lanes(place, as: Floats.self)
      let result = real.bounded(lower, upper)
      let inside = vector & (perPixel &- 1)
      if perVector > 1 {
        let isLast = vector &* perVector == step.lastPixel
        putHalves(result, target, count: min(steps.depth, group), otherAt: isLast ? 0 : steps.outputStride)
        target += perVector &* steps.outputStride
      } else {
        if group > 8 || steps.depth >= 8 {
          target.put(result, inside &* size)
        } else if steps.depth > inside &* lanesPerVector {
          let rest = steps.depth &- inside &* lanesPerVector
          if rest >= lanesPerVector {
            target.put(result, inside &* size)
          } else {
            target.putFloats(first: rest, of: result, inside &* size)
          }
        }
        if inside == perPixel &- 1 { target += steps.outputStride }
      }
      vector &+= 1
    }
  }

  /// Stores the pixels of a vector that holds two, `count` floats of each; the second one `offset` bytes on, or not at all
  /// where that is zero.
  @inline(__always)
  private static func putHalves(
    _ pixels: Floats, _ target: UnsafeMutableRawPointer, count: Int, otherAt offset: Int
  ) {
    withUnsafeBytes(of: pixels) {
      guard let halves = $0.baseAddress else { return }
      target.copyMemory(from: halves, byteCount: 4 &* count)
      if offset != 0 { (target + offset).copyMemory(from: halves + 32, byteCount: 4 &* count) }
    }
  }

  /// Sums of bytes plus `shift` as floats: the weights' sums, scales and biases are `stride` bytes apart.
  @inline(__always)
  static func realResult(
    _ sum: Ints, _ words: UnsafeRawPointer, stride: Int, _ block: DynamicQuantization.Parameters, shift: Int32,
    _ range: FloatRange
  ) -> Floats {
    let centered = sum &- words.lanes(0, as: Ints.self) &* Ints(repeating: block.zeroPoint &+ shift)
    let scale = words.lanes(stride, as: Floats.self) * Floats(repeating: block.scale)
    let real = converted(centered) * scale + words.lanes(2 &* stride, as: Floats.self)
    return real.bounded(Floats(repeating: range.lower), Floats(repeating: range.upper))
  }
}

#endif
