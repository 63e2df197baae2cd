#if !TFLITE_TIER || (TFLITE_X86 && arch(x86_64)) || (TFLITE_ARM && arch(arm64))

// Where one way of computing becomes faster than another. No result depends on these numbers. Each is a size of which the
// neighborhood hardly matters; to measure one again, change it and compare the stated rows of
// `swift run -c release kernel-benchmark [layer] [set]`, old and new build by turns.

/// Sizes at which kernels choose another way.
enum Threshold {
  /// Floats of the rows that pass all panels of weights together: 192 KB, so that a second-level cache of 512 KB keeps them
  /// beside the weights. `kernel-benchmark 1x1`.
  static var floatsOfBlock: Int { 49_152 }
  /// The same for rows of bytes that are read where they are, 128 KB. `kernel-benchmark 1x1`, `kernel-benchmark resnet`.
  static var bytesOfBlock: Int { 131_072 }
  /// Bytes of one panel's weights times the columns that do not stay in a second-level cache from one invocation to the
  /// next, so that tiles of several rows ask for them ahead: 512 KB. `kernel-benchmark dense`.
  static var largeWeights: Int { 1 << 19 }
  /// The same of those that stay in no cache, so that tiles of one or two rows, which read on in their own panels, ask for them
  /// ahead: 24 MB. Processors fetch from a third-level cache by themselves, and other fetches cost a fifth of the time then.
  /// `kernel-benchmark dense`.
  static var uncachedWeights: Int { 24 << 20 }
  /// Bytes of the shortest run that is read where it is; shorter ones are gathered first. Where a step takes one group, each of
  /// a run's steps reads what it needs, and gathering takes longer whatever the length; where it reads 16 bytes at once, short
  /// runs would be read in vain. `kernel-benchmark cifar`.
  static var shortestRunInPlace: Int { Tier.hasLaneProducts ? 16 : groupSize }
  /// Bytes of the longest row of which half a block holds enough for all tiles. `kernel-benchmark expand`.
  static var longestRowOfSmallBlock: Int { 320 }
  /// Channels up to which (exclusive) a float convolution copies the image with its margins, since finding a run takes as long
  /// as its products. `kernel-benchmark first`.
  static var channelsToCopy: Int { 12 }
  /// Floats of a depthwise convolution's weights and input rows that stay in a first-level cache: 24 KB. Those of large windows
  /// are computed so many channels at a time. `kernel-benchmark depthwise`.
  static var floatsOfDepthwiseBlock: Int { 6144 }
  /// Products that take as long as to transpose one element of a row for a product of sparse weights, a third of what a result
  /// takes. `tflite benchmark` of a network whose weights are pruned.
  static var transposedElement: Int { lanesPerVector / 4 }
  /// Products of one output up to which what is added to it is asked for ahead; longer weights come from another cache, and
  /// would wait for it. `tflite benchmark` of a network with residuals, such as MobileNet V2.
  static var productsToFetchAhead: Int { 128 }
  /// Bytes of outputs, at least, between two applications of an epilogue: many more would leave the near caches, fewer would
  /// not be worth interrupting the product. `tflite benchmark` of a quantized network with residuals.
  static var epilogueByteCount: Int { 1 << 15 }

  /// The distances of bytes, in fifths of a row's length, up to which softmax computes results by distance and looks them up.
  /// `tflite profile` of a quantized transformer.
  static var softmaxTable: Int { TableSum<One>.isFast ? 14 : 4 }

  /// What a byte of a packet of a depthwise convolution costs, in sixths of one in the fastest form. `kernel-benchmark
  /// depthwise`, with the plan's `group` held at each of the sizes.
  enum PacketCost {
    /// Pixels of 8 or 16 channels.
    static var narrow: Int { 12 }
    /// Pixels of 32 channels where registers hold 64.
    static var half: Int { 9 }
    /// Whole registers.
    static var whole: Int { 8 }
    /// Whole registers, multiplied by groups of four columns.
    static var wholeByGroups: Int { 6 }
  }
}

#endif
