#if !TFLITE_TIER || (TFLITE_X86 && arch(x86_64)) || (TFLITE_ARM && arch(arm64))

#if arch(x86_64)
import _Builtin_intrinsics.intel
#endif
#if TFLITE_TIER
import TFLiteKernels
#endif

// Loads and stores of fewer bytes than a register holds.

extension UnsafeRawPointer {
  /// Loads `count` bytes, fewer than a register holds; the others are those of `filler`.
  @inline(__always)
  func bytes(first count: Int, _ offset: Int, filler: Bytes) -> Bytes {
    #if TFLITE_AVX512 && !TFLITE_EMULATED
    return unsafeBitCast(
      _mm512_mask_loadu_epi8(unsafeBitCast(filler, to: Longs.self), (1 &<< UInt64(count)) &- 1, self + offset),
      to: Bytes.self)
    #else
    var value = filler
    let source = self + offset
    withUnsafeMutableBytes(of: &value) { buffer in
      guard let base = buffer.baseAddress else { return }
      moveParts(from: source, to: base, count)
    }
    return value
    #endif
  }
}

extension UnsafeMutableRawPointer {
  /// Stores the first `count` bytes, fewer than a register holds.
  @inline(__always)
  func putBytes(first count: Int, of value: Bytes, _ offset: Int) {
    #if TFLITE_AVX512 && !TFLITE_EMULATED
    _mm512_mask_storeu_epi8(self + offset, (1 &<< UInt64(count)) &- 1, unsafeBitCast(value, to: Longs.self))
    #else
    let target = self + offset
    withUnsafeBytes(of: value) { buffer in
      guard let base = buffer.baseAddress else { return }
      moveParts(from: base, to: target, count)
    }
    #endif
  }
}

/// Copies `count` bytes, less than 64 of them, by parts of falling size.
@inline(__always)
private func moveParts(from source: UnsafeRawPointer, to target: UnsafeMutableRawPointer, _ count: Int) {
  var done = 0
  while count &- done >= 8 {
    target.storeBytes(
      of: source.loadUnaligned(fromByteOffset: done, as: UInt64.self), toByteOffset: done, as: UInt64.self)
    done &+= 8
  }
  if count & 4 != 0 {
    target.storeBytes(
      of: source.loadUnaligned(fromByteOffset: done, as: UInt32.self), toByteOffset: done, as: UInt32.self)
    done &+= 4
  }
  if count & 2 != 0 {
    target.storeBytes(
      of: source.loadUnaligned(fromByteOffset: done, as: UInt16.self), toByteOffset: done, as: UInt16.self)
    done &+= 2
  }
  if count & 1 != 0 {
    target.storeBytes(of: source.load(fromByteOffset: done, as: UInt8.self), toByteOffset: done, as: UInt8.self)
  }
}

#endif
