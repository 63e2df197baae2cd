// A plugin of qemu's that counts the instructions that a program takes; `Benchmarks/count-arm64 run` compiles and loads it. The
// declarations are those of qemu's plugin interface, version 1.

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
@_silgen_name("qemu_plugin_register_vcpu_tb_exec_inline")
func addOnExecution(
  _ block: OpaquePointer, _ operation: Int32, _ counter: UnsafeMutablePointer<UInt64>, _ value: UInt64)
@_silgen_name("qemu_plugin_outs")
func write(_ text: UnsafePointer<CChar>)

/// What every block of instructions adds its length to when it begins.
nonisolated(unsafe) let counter = UnsafeMutablePointer<UInt64>.allocate(capacity: 1)

@_cdecl("qemu_plugin_install")
public func install(
  _ id: UInt64, _ info: UnsafeRawPointer, _ count: Int32, _ arguments: UnsafeRawPointer
) -> Int32 {
  counter.pointee = 0
  onTranslation(id) { _, block in
    let add: Int32 = 0
    addOnExecution(block, add, counter, UInt64(instructionCount(block)))
  }
  onExit(id, { _, _ in "instructions: \(counter.pointee)\n".withCString { write($0) } }, nil)
  return 0
}
