/// A canonical prefix code: the length of each symbol's code (0: unused) and the codes, bits reversed for deflate.
struct HuffmanCode {
  var lengths: [UInt8] {
    didSet { codes = HuffmanCode.codes(for: lengths) }
  }
  private var codes: [UInt16]

  init(lengths: [UInt8]) {
    self.lengths = lengths
    codes = HuffmanCode.codes(for: lengths)
  }

  /// The code of least total length for symbols that occur `counts[symbol]` times, nearly so where `limit` binds.
  ///
  /// Lengths come from Huffman's algorithm on two sorted queues; codes over the limit are shortened to it and room is
  /// made by lengthening the longest shorter ones, so that Kraft's sum stays at most 1. A lone symbol gets one bit.
  init(counts: [Int], limit: Int) {
    let symbols = counts.indices.filter { counts[$0] > 0 }.sorted { (counts[$0], $0) < (counts[$1], $1) }
    var lengths = [UInt8](repeating: 0, count: counts.count)
    defer {
      self.lengths = lengths
      codes = HuffmanCode.codes(for: lengths)
    }
    self.lengths = lengths
    codes = []
    guard symbols.count > 1 else {
      if let only = symbols.first { lengths[only] = 1 }
      return
    }
    let depths = HuffmanCode.depths(ofSorted: symbols.map { counts[$0] })
    var lengthCounts = [Int](repeating: 0, count: limit + 1)
    for depth in depths { lengthCounts[min(depth, limit)] += 1 }
    var kraft = 0
    for length in 1...limit { kraft += lengthCounts[length] << (limit - length) }
    while kraft > 1 << limit {
      var length = limit - 1
      while lengthCounts[length] == 0 { length -= 1 }
      lengthCounts[length] -= 1
      lengthCounts[length + 1] += 2
      lengthCounts[limit] -= 1
      kraft -= 1
    }
    var next = 0
    for length in stride(from: limit, through: 1, by: -1) {
      for _ in 0..<lengthCounts[length] {
        lengths[symbols[next]] = UInt8(length)
        next += 1
      }
    }
  }

  static let fixedLiterals: HuffmanCode = {
    var lengths = [UInt8](repeating: 8, count: 288)
    for symbol in 144..<256 { lengths[symbol] = 9 }
    for symbol in 256..<280 { lengths[symbol] = 7 }
    return HuffmanCode(lengths: lengths)
  }()

  static let fixedDistances = HuffmanCode(lengths: [UInt8](repeating: 5, count: 30))

  func write(_ symbol: Int, into writer: inout BitWriter) {
    writer.write(UInt32(codes[symbol]), bits: Int(lengths[symbol]))
  }

  /// Depths in the Huffman tree of weights in rising order, of at least two.
  private static func depths(ofSorted weights: [Int]) -> [Int] {
    let leaves = weights.count
    var nodes = weights
    var parents = [Int](repeating: 0, count: leaves * 2 - 1)
    var leaf = 0
    var inner = leaves
    while nodes.count < leaves * 2 - 1 {
      var sum = 0
      for _ in 0..<2 {
        let takesLeaf = leaf < leaves && (inner >= nodes.count || nodes[leaf] <= nodes[inner])
        let child = takesLeaf ? leaf : inner
        if takesLeaf { leaf += 1 } else { inner += 1 }
        sum += nodes[child]
        parents[child] = nodes.count
      }
      nodes.append(sum)
    }
    var depths = [Int](repeating: 0, count: nodes.count)
    for node in stride(from: nodes.count - 2, through: 0, by: -1) { depths[node] = depths[parents[node]] + 1 }
    return Array(depths[..<leaves])
  }

  private static func codes(for lengths: [UInt8]) -> [UInt16] {
    var counts = [UInt16](repeating: 0, count: 17)
    for length in lengths where length > 0 { counts[Int(length)] += 1 }
    var next = [UInt16](repeating: 0, count: 17)
    for length in 1..<16 { next[length + 1] = (next[length] &+ counts[length]) << 1 }
    return lengths.map { length in
      guard length > 0 else { return 0 }
      defer { next[Int(length)] &+= 1 }
      return next[Int(length)].bitReversed >> UInt16(16 - length)
    }
  }
}
