/// The resource variables of a session, by the identifiers that handle tensors carry.
final class VariableStore {
  final class Variable {
    /// What every access looks at. Reading it counts no references, for as long as somebody keeps the variable.
    struct Content {
      var type = ElementType.float32
      var byteCount = 0
      var data = RuntimeTensor.nothing
      /// Nothing can be read before the first assignment.
      var isAssigned = false
      /// What has assigned it last, if that assigns type and shape of its preparation every time.
      var assigner: ObjectIdentifier?
    }

    let content: UnsafeMutablePointer<Content>
    fileprivate(set) var shape: Shape = []
    private var memory: AlignedMemory?

    fileprivate init() {
      content = .allocate(capacity: 1)
      content.initialize(to: Content())
    }

    deinit {
      content.deinitialize(count: 1)
      content.deallocate()
    }

    /// Copies type, shape and content of `tensor`.
    /// - Parameter assigner: what assigns tensors of this type and shape alone.
    /// - Throws: `outOfMemory`; the variable counts as not assigned then.
    func assign(_ tensor: RuntimeTensor, by assigner: ObjectIdentifier?, _ account: MemoryAccount) throws(RuntimeError)
    {
      if memory.map({ $0.byteCount < tensor.byteCount }) ?? true {
        content.pointee = Content()
        memory = nil
        let new = try AlignedMemory(tensor.byteCount, for: "a variable", account)
        memory = new
        content.pointee.data = new.base
      }
      content.pointee.data.copyMemory(from: tensor.data, byteCount: tensor.byteCount)
      content.pointee.byteCount = tensor.byteCount
      content.pointee.type = tensor.type
      content.pointee.assigner = assigner
      content.pointee.isAssigned = true
      shape = tensor.shape
    }
  }

  private var identifiers: [String: Int32] = [:]
  private var variables: [Int32: Variable] = [:]

  /// The identifier of the variable of that name, the same for every handle of the session.
  func identifier(container: String, name: String) -> Int32 {
    let key = container + "/" + name
    if let known = identifiers[key] { return known }
    let new = Int32(truncatingIfNeeded: identifiers.count)
    identifiers[key] = new
    return new
  }

  /// The variable, nil if there is none.
  func known(_ identifier: Int32) -> Variable? { variables[identifier] }

  /// The variable, made if it is new, which nobody may have assigned.
  func variable(_ identifier: Int32) -> Variable {
    if let known = variables[identifier] { return known }
    let new = Variable()
    variables[identifier] = new
    return new
  }

  func reset() { for variable in variables.values { variable.content.pointee.isAssigned = false } }
}

/// The hash tables of a session, by the identifiers that handle tensors carry.
final class HashTableStore {
  /// A table between 64-bit integers and strings, in either direction. It is filled once.
  final class Table {
    let keyType: ElementType
    fileprivate(set) var isFilled = false
    private var strings: [Int64: [UInt8]] = [:]
    private var integers: [[UInt8]: Int64] = [:]
    /// What the entries take.
    private var room: MemoryReservation?

    fileprivate init(keyType: ElementType) { self.keyType = keyType }

    var count: Int { keyType == .string ? integers.count : strings.count }

    func string(_ key: Int64) -> [UInt8]? { strings[key] }
    func integer(_ key: [UInt8]) -> Int64? { integers[key] }

    /// Bytes of an entry at most, but for its string: a key, a value and an array in a hash table that is a quarter full.
    private static let entryByteCount = 256

    /// Fills the table, whose keys or values are `strings`, unless that has happened before; the first of equal keys counts.
    /// - Throws: `outOfMemory` when the account refuses.
    func fill(
      strings bytes: UnsafeRawBufferPointer, integers: UnsafeBufferPointer<Int64>, _ account: MemoryAccount
    ) throws(RuntimeError) {
      if isFilled { return }
      let count = min(SerializedStrings.count(bytes), integers.count)
      room = try MemoryReservation(
        SerializedStrings.contentByteCount(bytes) &+ Self.entryByteCount &* count, for: "a hash table", account)
      isFilled = true
      for index in 0..<count {
        let string = Array(SerializedStrings.string(bytes, index))
        if keyType == .string {
          if self.integers[string] == nil { self.integers[string] = integers[index] }
        } else if strings[integers[index]] == nil {
          strings[integers[index]] = string
        }
      }
    }

    fileprivate func clear() {
      isFilled = false
      strings.removeAll()
      integers.removeAll()
      room = nil
    }
  }

  private var tables: [Int32: Table] = [:]

  /// Makes the table unless it is there.
  func declare(_ identifier: Int32, keyType: ElementType) {
    if tables[identifier] == nil { tables[identifier] = Table(keyType: keyType) }
  }

  func table(_ identifier: Int32) -> Table? { tables[identifier] }

  func reset() { for table in tables.values { table.clear() } }
}
