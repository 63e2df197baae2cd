/// The resource variables of a session, by the identifiers that handle tensors carry.
final class VariableStore {
  final class Variable {
    fileprivate(set) var type = ElementType.float32
    fileprivate(set) var shape: Shape = []
    fileprivate var memory: AlignedMemory?
    fileprivate(set) var byteCount = 0
    /// Nothing can be read before the first assignment.
    fileprivate(set) var isAssigned = false

    fileprivate init() {}

    var data: UnsafeRawPointer { UnsafeRawPointer(memory?.base ?? RuntimeTensor.nothing) }
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

  /// The variable, nil when nobody has assigned it.
  func assigned(_ identifier: Int32) -> Variable? {
    guard let variable = variables[identifier], variable.isAssigned else { return nil }
    return variable
  }

  /// Copies type, shape and content of `tensor` to the variable.
  /// - Throws: `outOfMemory`; the variable counts as not assigned then.
  func assign(_ identifier: Int32, _ tensor: RuntimeTensor, _ account: MemoryAccount) throws(RuntimeError) {
    let variable: Variable
    if let known = variables[identifier] {
      variable = known
    } else {
      variable = Variable()
      variables[identifier] = variable
    }
    if variable.memory.map({ $0.byteCount < tensor.byteCount }) ?? true {
      variable.isAssigned = false
      variable.memory = nil
      variable.memory = try AlignedMemory(tensor.byteCount, for: "a variable", account)
    }
    variable.memory?.base.copyMemory(from: tensor.data, byteCount: tensor.byteCount)
    variable.byteCount = tensor.byteCount
    variable.type = tensor.type
    variable.shape = tensor.shape
    variable.isAssigned = true
  }

  func reset() { for variable in variables.values { variable.isAssigned = false } }
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
