import TFLiteKernelSets

/// How much there is to do, as time of one core: what decides how many threads share it.
///
/// Operators count what they do; the constants here say what it costs. Their unit is a millionth (2^-20) of the time that
/// makes another thread worthwhile, about a microsecond: handing work to a helper that is awake, and fetching what it wrote,
/// takes some tenths of that. `kernel-benchmark costs` measures each of them on the machine at hand; the numbers are rounded to
/// powers of two between what AVX2 and AVX-512 machines take, for data in a second-level cache. They decide about splitting
/// alone, and results are the same bits however work is split.
public struct Work: Sendable {
  /// What the work is made of.
  public struct Kind: Sendable {
    /// Of one unit, in millionths of a worthwhile piece.
    let cost: Int

    // What applications' operators do.

    /// A byte that is copied.
    public static var copiedByte: Kind { Kind(cost: 64) }
    /// An element of a sum, a difference, a comparison, a look-up, a maximum: a few instructions of a vector.
    public static var element: Kind { Kind(cost: 64) }
    /// An element of a function such as an exponential, computed by vectors, or of a conversion to another type.
    public static var function: Kind { Kind(cost: 128) }
    /// An element that takes a dozen nanoseconds by itself: a power, a value from a computed place.
    public static var slowElement: Kind { Kind(cost: 256) }
    /// A multiplication and an addition in a plain loop.
    public static var multiplyAdd: Kind { Kind(cost: 128) }

    // What kernels do.

    /// An element of a softmax: a maximum, an exponential, a sum and a quotient.
    static var softmax: Kind { Kind(cost: 512) }
    /// An element of a local response normalization: a sum over neighbors and a power.
    static var localResponse: Kind { Kind(cost: 2048) }
    /// A value of a pooling window.
    static var pooled: Kind { Kind(cost: 32) }
    /// Multiply-adds of matrix products, by the type of the data.
    static var floatProduct: Kind { Kind(cost: 32) }
    static var int16Product: Kind { Kind(cost: 8) }
    static func byteProduct(_ kernels: KernelSet) -> Kind { kernels.addsFourProducts ? Kind(cost: 4) : floatProduct }
    /// A multiply-add of a depthwise convolution, which loads two operands for each.
    static var depthwise: Kind { Kind(cost: 64) }
    /// A multiply-add between Winograd's transforms: blocks are large and there is little to hand out.
    static var winogradProduct: Kind { Kind(cost: 8) }
    /// A value of Winograd's transforms.
    static var winogradTransform: Kind { Kind(cost: 128) }
  }

  let cost: Int

  /// `count` units of a kind; none for a negative count.
  public init(_ count: Int, _ kind: Kind) {
    let (cost, overflow) = count.multipliedReportingOverflow(by: kind.cost)
    self.cost = overflow ? .max : cost
  }

  private init(cost: Int) { self.cost = cost }

  /// As much as another thread is worth.
  public static var worthwhile: Work { Work(cost: worthwhileCost) }
  private static var worthwhileCost: Int { 1 << 20 }

  /// Less than two threads are worth.
  @inline(__always)
  var isShort: Bool { cost < 2 &* Self.worthwhileCost }

  /// The fewest rows worth handing to another thread when each is as much as this.
  @inline(__always)
  var grain: Int { cost <= 1 ? Self.worthwhileCost : max(1, Self.worthwhileCost / cost) }

  /// A part of this, of so many equal ones.
  public func divided(by parts: Int) -> Work { Work(cost: cost / max(1, parts)) }
}

/// What the machine is taken to be. Which sizes are worth a detour depends on caches, and no system tells all of them.
package enum MachineModel {
  /// Bytes of a core's second-level cache: those of processors since 2017 have 512 KiB to 2 MiB.
  package static var secondLevelCache: Int { 1 << 20 }
  /// What the tensors of a band of rows may take of it: the rest is for weights, and for what else passes.
  package static var bandOfCache: Int { secondLevelCache / 16 * 11 }
  /// What a block of Winograd's transforms may take of it, beside the weights of a product.
  static var blockOfCache: Int { secondLevelCache / 8 * 5 }
}
