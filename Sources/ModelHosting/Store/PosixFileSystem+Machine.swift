#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Android)
import Android
#endif

/// What the machine says of itself.
extension PosixFileSystem {
  package func availableSpace(at path: String) -> Int64? {
    var space = statvfs()
    guard statvfs(path, &space) == 0 else { return nil }
    let bytes = UInt64(space.f_bavail).multipliedReportingOverflow(by: UInt64(space.f_frsize))
    return bytes.overflow ? nil : Int64(clamping: bytes.partialValue)
  }

  package var bootSession: String? { Machine.bootSession }
}

private enum Machine {
  static let bootSession: String? = {
    #if canImport(Darwin)
    var text = [CChar](repeating: 0, count: 64)
    var count = text.count
    guard sysctlbyname("kern.bootsessionuuid", &text, &count, nil, 0) == 0 else { return nil }
    let characters = text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }
    return characters.isEmpty ? nil : String(decoding: characters, as: UTF8.self)
    #else
    let file = open("/proc/sys/kernel/random/boot_id", O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { return nil }
    defer { close(file) }
    var text = [UInt8](repeating: 0, count: 64)
    let count = text.withUnsafeMutableBytes { read(file, $0.baseAddress, $0.count) }
    guard count > 0 else { return nil }
    return String(decoding: text.prefix(count).prefix { $0 > 32 }, as: UTF8.self)
    #endif
  }()
}
