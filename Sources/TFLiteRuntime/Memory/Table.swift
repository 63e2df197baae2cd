/// Values that an operator looks up, as many as a model states: in memory of the session's account.
struct Table<Element: BitwiseCopyable> {
  private let memory: AlignedMemory
  /// The values, valid for as long as a copy of the table is.
  let values: UnsafeBufferPointer<Element>

  /// A table of `count` values, `element` giving each of them in order.
  /// - Throws: `outOfMemory` when the account refuses.
  init(
    _ count: Int, for what: String, _ account: MemoryAccount, _ element: (Int) -> Element
  ) throws(RuntimeError) {
    memory = try AlignedMemory(account.product([count, MemoryLayout<Element>.stride], for: what), for: what, account)
    let base = memory.base.assumingMemoryBound(to: Element.self)
    for index in 0..<count { (base + index).initialize(to: element(index)) }
    values = UnsafeBufferPointer(start: base, count: count)
  }

  /// Where they begin, never null.
  var base: UnsafePointer<Element> { UnsafePointer(memory.base.assumingMemoryBound(to: Element.self)) }

  /// The number of values.
  var count: Int { values.count }

  @inline(__always)
  subscript(_ index: Int) -> Element { values[index] }
}
