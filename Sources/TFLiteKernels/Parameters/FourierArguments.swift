/// The roots of unity that transforms of a power-of-two length multiply by.
package struct FourierRoots {
  /// Cosines and sines of `-2 pi k / order`, interleaved, for every k below `count(ofOrder:)`.
  package var values: UnsafePointer<Double>
  /// A power of two, no less than the length of a sequence.
  package var order: Int

  package init(values: UnsafePointer<Double>, order: Int) {
    self.values = values
    self.order = order
  }

  /// How many roots of an order transforms need: three quarters of them.
  package static func count(ofOrder order: Int) -> Int { max(1, order / 4 &* 3) }

  /// The number of steps in the table from one root of another order, no larger, to the next.
  @inline(__always)
  package func step(ofOrder other: Int) -> Int { order / other }
}

/// The Fourier transform of eight real sequences, which lie side by side in lines of eight floats.
package struct RealFourier {
  /// What becomes of the first half of the spectra, `bins` numbers each.
  package enum Result: Sendable {
    /// Complex numbers in double precision, in `spectrum`: eight real parts, then the eight imaginary parts.
    case spectrum
    /// Complex numbers, in `lines`: a line of real parts, then one of imaginary parts.
    case complex
    /// Squared magnitudes, a line each in `lines`.
    case powers
  }

  /// The sequences, a line for each of their elements, which are lost. There is room for `2 * bins` lines.
  package var lines: UnsafeMutablePointer<Float>
  /// What the elements are multiplied by, one number for each line, if anything.
  package var window: UnsafePointer<Double>?
  /// Elements of a sequence: a power of two, 2 or more.
  package var length: Int
  /// Room for `16 * bins` numbers, which overlaps nothing else.
  package var spectrum: UnsafeMutablePointer<Double>
  package var roots: FourierRoots
  package var result: Result

  package init(
    lines: UnsafeMutablePointer<Float>, window: UnsafePointer<Double>?, length: Int,
    spectrum: UnsafeMutablePointer<Double>, roots: FourierRoots, result: Result
  ) {
    self.lines = lines
    self.window = window
    self.length = length
    self.spectrum = spectrum
    self.roots = roots
    self.result = result
  }

  /// The length of the first half of a spectrum.
  package var bins: Int { length / 2 &+ 1 }

  /// Asserts what kernels rely on.
  package func validate() -> Bool {
    assert(length >= 2 && length & (length &- 1) == 0, "a length that is no power of two")
    assert(roots.order >= length && roots.order & (roots.order &- 1) == 0, "roots of too small an order")
    assert(Contract.areApart(lines, 64 &* bins, spectrum, 128 &* bins), "lines that overlap their spectra")
    return true
  }
}

/// The Fourier transform of up to eight complex sequences, which are columns of a matrix.
package struct ComplexFourier {
  /// The real parts: lines of eight columns, all of which can be read.
  package var source: UnsafePointer<Double>
  /// Numbers from real parts to imaginary parts.
  package var imaginaryOffset: Int
  /// Numbers from line to line.
  package var sourceStride: Int
  /// Elements of a sequence: a power of two.
  package var length: Int
  /// Room for `16 * length` numbers, which overlaps nothing else.
  package var room: UnsafeMutablePointer<Double>
  package var roots: FourierRoots
  /// The spectra, as lines of complex numbers.
  package var output: UnsafeMutablePointer<Float>
  /// Floats from line to line.
  package var outputStride: Int
  /// The columns that are written: 1 to 8.
  package var columns: Int

  package init(
    source: UnsafePointer<Double>, imaginaryOffset: Int, sourceStride: Int, length: Int,
    room: UnsafeMutablePointer<Double>, roots: FourierRoots, output: UnsafeMutablePointer<Float>, outputStride: Int,
    columns: Int
  ) {
    self.source = source
    self.imaginaryOffset = imaginaryOffset
    self.sourceStride = sourceStride
    self.length = length
    self.room = room
    self.roots = roots
    self.output = output
    self.outputStride = outputStride
    self.columns = columns
  }

  /// Asserts what kernels rely on.
  package func validate() -> Bool {
    assert(length >= 1 && length & (length &- 1) == 0, "a length that is no power of two")
    assert(roots.order >= length && roots.order & (roots.order &- 1) == 0, "roots of too small an order")
    assert((1...8).contains(columns), "columns of no block")
    assert(outputStride >= 2 &* columns || length == 1, "lines that overlap")
    assert(
      Contract.areApart(
        room, 128 &* length, source, 8 &* ((length &- 1) &* sourceStride &+ abs(imaginaryOffset) &+ 8)),
      "room that overlaps the source")
    return true
  }
}
