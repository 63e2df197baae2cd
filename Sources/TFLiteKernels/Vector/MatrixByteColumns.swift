#if !TFLITE_TIER || (TFLITE_X86 && arch(x86_64)) || (TFLITE_ARM && arch(arm64))

#if arch(x86_64)
import _Builtin_intrinsics.intel
#elseif arch(arm64)
import _Builtin_intrinsics.arm.neon
#endif
#if TFLITE_TIER
import TFLiteKernels
#endif

// Packing of bytes whose columns are neighbors, as those of a right operand that is not swapped: by whole registers of columns.

extension MatrixShape {
  /// Whether `packNeighbors` packs it.
  @inline(__always)
  func hasNeighbors(flip: Int8) -> Bool {
    #if (TFLITE_AVX512 && !TFLITE_EMULATED) || TFLITE_AVXVNNI || TFLITE_DOT
    let hasPacking = groupSize == 4
    #elseif arch(x86_64) && !TFLITE_AVX512
    let hasPacking = groupSize == 2 && Tier.hasColumnGroups
    #else
    let hasPacking = false
    #endif
    return hasPacking && columnStride == 1 && elementStride > 1 && windowRows <= 1 && flip == 0
  }
}

extension VectorKernels {
  /// As `packWeights`, where `hasNeighbors`.
  static func packNeighbors(
    _ shape: MatrixShape, _ layout: ByteLayout, _ weights: UnsafePointer<Int8>, _ packed: UnsafeMutableRawPointer
  ) {
    #if (TFLITE_AVX512 && !TFLITE_EMULATED) || TFLITE_AVXVNNI || TFLITE_DOT
    let width = Bytes.scalarCount
    let depth = shape.taps &* shape.depth
    var first = 0
    while first < shape.columns {
      let count = min(width, shape.columns &- first)
      @inline(__always) func row(_ k: Int) -> Bytes {
        if k >= depth { return Bytes() }
        let source = UnsafeRawPointer(weights) + (k &* shape.elementStride &+ first)
        return count == width ? source.lanes(0, as: Bytes.self) : source.bytes(first: count, 0, filler: Bytes())
      }
      let panels = min(width, layout.columns &- first) / lanesPerVector
      // Two and two, which lie in one set or by themselves.
      let third = panels > 2 ? first &+ 2 &* lanesPerVector : first
      var low = packed + (layout.weights &+ layout.panel(first))
      var high = packed + (layout.weights &+ layout.panel(third))
      let (lowPitch, highPitch) = (layout.pitch(first), layout.pitch(third))
      let next = Tier.panelsTogether == 1 ? layout.panelSize : groupStep
      var k = 0
      while k < depth {
        let quad = ByteQuad(row(k), row(k &+ 1), row(k &+ 2), row(k &+ 3))
        #if TFLITE_DOT
        let groups = quad
        #else
        let groups = PacketSums(quad.v0, quad.v1, quad.v2, quad.v3).inByteOrder
        #endif
        low.put(groups.v0, 0)
        if panels > 1 { low.put(groups.v1, next) }
        if panels > 2 { high.put(groups.v2, 0) }
        if panels > 3 { high.put(groups.v3, next) }
        low += lowPitch
        high += highPitch
        k &+= 4
      }
      first &+= width
    }
    #elseif arch(x86_64) && !TFLITE_AVX512
    let width = 16
    let depth = shape.taps &* shape.depth
    var first = 0
    while first < shape.columns {
      let count = min(width, shape.columns &- first)
      @inline(__always) func row(_ k: Int) -> SIMD2<Int64> {
        if k >= depth { return SIMD2() }
        let source = UnsafeRawPointer(weights) + (k &* shape.elementStride &+ first)
        return count == width
          ? source.lanes(0, as: SIMD2<Int64>.self)
          : unsafeBitCast(source.lanes(first: count, 0, as: SIMD16<Int8>.self), to: SIMD2<Int64>.self)
      }
      let panels = min(width, layout.columns &- first) / lanesPerVector
      var target = packed + (layout.weights &+ first / lanesPerVector &* layout.panelSize)
      var k = 0
      while k < depth {
        let (x, y) = (row(k), row(k &+ 1))
        let (low, high) = (_mm_unpacklo_epi8(x, y), _mm_unpackhi_epi8(x, y))
        if lanesPerVector == 8 {
          target.put(low, 0)
          if panels > 1 { target.put(high, layout.panelSize) }
        } else {
          target.storeBytes(of: low.x, as: Int64.self)
          if panels > 1 { target.storeBytes(of: low.y, toByteOffset: layout.panelSize, as: Int64.self) }
          if panels > 2 { target.storeBytes(of: high.x, toByteOffset: 2 &* layout.panelSize, as: Int64.self) }
          if panels > 3 { target.storeBytes(of: high.y, toByteOffset: 3 &* layout.panelSize, as: Int64.self) }
        }
        target += 2 &* lanesPerVector
        k &+= 2
      }
      first &+= width
    }
    #endif
  }

  /// The sums of the columns of the panel that begins at column `first`, as `packNeighbors` has packed them.
  @inline(__always)
  static func sumsOfNeighbors(_ layout: ByteLayout, _ packed: UnsafeRawPointer, _ first: Int) -> Ints {
    var sums = Ints()
    #if (TFLITE_AVX512 && !TFLITE_EMULATED) || TFLITE_AVXVNNI || TFLITE_DOT
    var source = packed + (layout.weights &+ layout.panel(first))
    let pitch = layout.pitch(first)
    var group = 0
    while group < layout.groups {
      #if TFLITE_DOT
      sums = vdotq_s32(sums, Bytes(repeating: 1), source.lanes(0, as: Bytes.self))
      #else
      sums = byteDot(sums, Ints(repeating: 0x0101_0101), source.lanes(0, as: Ints.self))
      #endif
      source += pitch
      group &+= 1
    }
    #elseif arch(x86_64) && !TFLITE_AVX512
    var source = packed + (layout.weights &+ first / lanesPerVector &* layout.panelSize)
    var group = 0
    while group < layout.groups {
      sums = groupDot(sums, groupWeights(source), Ints(repeating: 0x0001_0001))
      source += 2 &* lanesPerVector
      group &+= 1
    }
    #endif
    return sums
  }
}

#endif
