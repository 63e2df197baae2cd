#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Android)
import Android
#endif

/// A buffered file descriptor whose write errors are reported. Belongs to the main thread.
package final class Output: @unchecked Sendable {
  package static let standard = Output(descriptor: 1, name: "standard output")
  package static let error = Output(descriptor: 2, name: "standard error")

  let descriptor: Int32
  let name: String
  private var buffer: [UInt8] = []

  package init(descriptor: Int32, name: String) {
    self.descriptor = descriptor
    self.name = name
  }

  /// Makes a write to a closed pipe an error instead of the end of the process.
  static func ignoreBrokenPipes() { signal(SIGPIPE, SIG_IGN) }

  /// Occupies the standard descriptors that are closed, which files opened later would get otherwise. Writing there fails.
  static func occupyClosedDescriptors() {
    for descriptor in Int32(0)...2 where fcntl(descriptor, F_GETFD) == -1 { _ = open("/dev/null", O_RDONLY) }
  }

  var isTerminal: Bool { isatty(descriptor) == 1 }

  /// The columns of the terminal, nil where there is none.
  var terminalWidth: Int? { Terminal.width(descriptor) }

  /// Whether colours are wanted.
  package var colorChoice = Terminal.ColorChoice.auto

  /// Whether styled text goes to this output.
  var showsColor: Bool {
    switch colorChoice {
    case .auto: isTerminal
    case .always: true
    case .never: false
    }
  }

  /// Adds `text`, which reaches the descriptor when enough has gathered or at `flush`.
  /// - Throws: `cannotWrite`.
  package func write(_ text: String) throws(ToolError) {
    buffer += text.utf8
    if buffer.count >= 1 << 16 { try flush() }
  }

  /// Adds raw bytes.
  /// - Throws: `cannotWrite`.
  package func write(bytes: UnsafeRawBufferPointer) throws(ToolError) {
    try flush()
    try writeAll(bytes)
  }

  /// - Throws: `cannotWrite`.
  package func flush() throws(ToolError) {
    let pending = buffer
    buffer = []
    let failure = pending.withUnsafeBytes { bytes -> ToolError? in
      do throws(ToolError) {
        try writeAll(bytes)
        return nil
      } catch {
        return error
      }
    }
    if let failure { throw failure }
  }

  private func writeAll(_ bytes: UnsafeRawBufferPointer) throws(ToolError) {
    var rest = bytes[...]
    while !rest.isEmpty {
      let slice = UnsafeRawBufferPointer(rebasing: rest)
      #if canImport(Darwin)
      let count = Darwin.write(descriptor, slice.baseAddress, slice.count)
      #elseif canImport(Glibc)
      let count = Glibc.write(descriptor, slice.baseAddress, slice.count)
      #elseif canImport(Musl)
      let count = Musl.write(descriptor, slice.baseAddress, slice.count)
      #elseif canImport(Android)
      let count = Android.write(descriptor, slice.baseAddress, slice.count)
      #endif
      if count < 0 {
        if errno == EINTR || errno == EAGAIN { continue }
        throw .system(.cannotWrite, name, "cannot write")
      }
      rest = rest.dropFirst(count)
    }
  }

  /// For standard error, where nobody could be told.
  func writeIgnoringErrors(_ text: String) {
    do {
      try write(text)
      try flush()
    } catch {
      buffer = []
    }
  }
}
