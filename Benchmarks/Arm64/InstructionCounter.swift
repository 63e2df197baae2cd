// A plugin of qemu's that counts the instructions that a program takes, all of them and those of each block that is translated;
// `Benchmarks/count-arm64` compiles and loads it. The declarations are those of qemu's plugin interface, version 1.

/// The version of the interface that the plugin is made for.
nonisolated(unsafe) public var pluginVersion: Int32 = 1

typealias TranslationCallback = @convention(c) (UInt64, OpaquePointer) -> Void
typealias ExitCallback = @convention(c) (UInt64, UnsafeMutableRawPointer?) -> Void

@_silgen_name("qemu_plugin_register_vcpu_tb_trans_cb")
func onTranslation(_ id: UInt64, _ callback: TranslationCallback)
@_silgen_name("qemu_plugin_register_atexit_cb")
func onExit(_ id: UInt64, _ callback: ExitCallback, _ data: UnsafeMutableRawPointer?)
@_silgen_name("qemu_plugin_tb_n_insns")
func instructionCount(_ block: OpaquePointer) -> Int
@_silgen_name("qemu_plugin_tb_vaddr")
func address(_ block: OpaquePointer) -> UInt64
@_silgen_name("qemu_plugin_register_vcpu_tb_exec_inline")
func addOnExecution(
  _ block: OpaquePointer, _ operation: Int32, _ counter: UnsafeMutablePointer<UInt64>, _ value: UInt64)
@_silgen_name("qemu_plugin_outs")
func write(_ text: UnsafePointer<CChar>)

/// A block of instructions: one address may begin blocks of several lengths.
struct Block: Hashable {
  let address: UInt64
  let length: Int
}

/// How often each block begins.
nonisolated(unsafe) var runs: [Block: UnsafeMutablePointer<UInt64>] = [:]

@_cdecl("qemu_plugin_install")
public func install(
  _ id: UInt64, _ info: UnsafeRawPointer, _ count: Int32, _ arguments: UnsafeRawPointer
) -> Int32 {
  onTranslation(id) { _, translated in
    let block = Block(address: address(translated), length: instructionCount(translated))
    let counter = runs[block] ?? .allocate(capacity: 1)
    if runs.updateValue(counter, forKey: block) == nil { counter.initialize(to: 0) }
    let add: Int32 = 0
    addOnExecution(translated, add, counter, 1)
  }
  onExit(
    id,
    { _, _ in
      var total: UInt64 = 0
      for (block, counter) in runs where counter.pointee > 0 {
        total += counter.pointee * UInt64(block.length)
        "block: \(block.address) \(block.length) \(counter.pointee)\n".withCString { write($0) }
      }
      "instructions: \(total)\n".withCString { write($0) }
    }, nil)
  return 0
}
