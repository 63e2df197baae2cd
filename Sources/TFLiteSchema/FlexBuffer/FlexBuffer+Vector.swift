extension FlexBuffer {
  /// A vector of a buffer, with elements of one type or of any.
  public struct Vector: Sendable {
    private let storage: FlexBytes
    private let start: Int
    private let width: Int
    /// The type of all elements, or nil where each has its own, stored after them.
    private let elementKind: Kind?

    /// Number of elements.
    public let count: Int

    init?(_ value: Value) {
      guard let target = value.target else { return nil }
      let width = value.childWidth
      switch value.kind {
      case .vector, .map: elementKind = nil
      case .intVector, .int2, .int3, .int4: elementKind = .int
      case .uintVector, .uint2, .uint3, .uint4: elementKind = .uint
      case .floatVector, .float2, .float3, .float4: elementKind = .float
      case .keyVector: elementKind = .key
      case .stringVector: elementKind = .string
      case .boolVector: elementKind = .bool
      default: return nil
      }
      let room = value.storage.bytes.count - target
      switch value.kind {
      case .int2, .uint2, .float2: count = 2
      case .int3, .uint3, .float3: count = 3
      case .int4, .uint4, .float4: count = 4
      default:
        let stride = elementKind == nil ? width + 1 : width
        guard let stored = value.storage.count(before: target, width: width, stride: stride) else { return nil }
        count = stored
      }
      guard count <= room / width else { return nil }
      storage = value.storage
      start = target
      self.width = width
    }

    /// The element at `index`, or nil if there is none.
    public func at(_ index: Int) -> Value? {
      guard index >= 0, index < count else { return nil }
      let position = start + index * width
      guard let elementKind else {
        return Value(
          bytes: storage.bytes, position: position, width: width,
          packedType: storage.bytes[start + count * width + index])
      }
      return Value(storage: storage, position: position, width: width, kind: elementKind, childWidth: 1)
    }

    /// All elements as integers, or nil if one is none.
    public var ints: [Int64]? { collect { $0.int } }

    /// All elements as floating-point numbers, or nil if one is none.
    public var doubles: [Double]? { collect { $0.double } }

    private func collect<Element>(_ read: (Value) -> Element?) -> [Element]? {
      var elements: [Element] = []
      elements.reserveCapacity(count)
      for index in 0..<count {
        guard let element = at(index).flatMap(read) else { return nil }
        elements.append(element)
      }
      return elements
    }
  }

  /// A map of a buffer from keys to values.
  public struct Map: Sendable {
    private let keys: KeyVector
    private let values: Vector

    /// The map at the root of a buffer, or nil if the buffer holds none.
    public init?(_ bytes: UnsafeRawBufferPointer) {
      guard let map = FlexBuffer.root(of: bytes)?.map else { return nil }
      self = map
    }

    init?(_ value: Value) {
      guard value.kind == .map, let target = value.target, let values = Vector(value),
        let keys = KeyVector(value.storage, map: target, width: value.childWidth), keys.count == values.count
      else { return nil }
      self.keys = keys
      self.values = values
    }

    /// Number of entries.
    public var count: Int { values.count }

    /// The key of the entry at `index`, or nil if there is none.
    public func key(at index: Int) -> String? {
      keys.at(index).map { String(decoding: $0, as: UTF8.self) }
    }

    /// The value of the entry at `index`, or nil if there is none.
    public func value(at index: Int) -> Value? {
      values.at(index)
    }

    /// The value for `key`, or nil if there is none.
    ///
    /// - Complexity: Linear in the entries, whose order is not trusted.
    public func value(forKey key: String) -> Value? {
      for index in 0..<count {
        if let bytes = keys.at(index), bytes.elementsEqual(key.utf8) { return values.at(index) }
      }
      return nil
    }

    /// The integer for `key`; a float is cut towards zero. Nil if there is none or it does not fit.
    public func int(forKey key: String) -> Int? {
      value(forKey: key)?.int.flatMap { Int(exactly: $0) }
    }

    /// The number for `key`.
    public func float(forKey key: String) -> Float? {
      value(forKey: key)?.double.map { Float($0) }
    }

    /// The truth value for `key`; a number is true unless it is 0.
    public func bool(forKey key: String) -> Bool? {
      value(forKey: key)?.bool
    }

    /// The text for `key`.
    public func string(forKey key: String) -> String? {
      value(forKey: key)?.string
    }

    /// The vector for `key`.
    public func vector(forKey key: String) -> Vector? {
      value(forKey: key)?.vector
    }

    /// The map for `key`.
    public func map(forKey key: String) -> Map? {
      value(forKey: key)?.map
    }
  }

  /// The keys of a map. Before its length, a map stores the reference to its keys and their width.
  private struct KeyVector: Sendable {
    let storage: FlexBytes
    let start: Int
    let width: Int
    let count: Int

    init?(_ storage: FlexBytes, map: Int, width: Int) {
      guard map >= 3 * width,
        let start = storage.reference(at: map - 3 * width, width: width),
        let keyWidth = storage.unsigned(at: map - 2 * width, width: width).flatMap({ Int(exactly: $0) }),
        FlexBuffer.isWidth(keyWidth),
        let count = storage.count(before: start, width: keyWidth, stride: keyWidth)
      else { return nil }
      self.storage = storage
      self.start = start
      self.width = keyWidth
      self.count = count
    }

    func at(_ index: Int) -> UnsafeRawBufferPointer? {
      guard index >= 0, index < count else { return nil }
      return storage.reference(at: start + index * width, width: width).flatMap { storage.key(at: $0) }
    }
  }
}
