// swift-format-ignore-file
// The C library as Apple's systems declare it for Swift, as far as this package uses it: types have Apple's widths and signs,
// which differ from those of other systems. Nothing runs. Results may be dropped, as those of C functions may.

@_exported import DarwinTypes

// MARK: Errors

public var errno: Int32 {
  get { fatalError() }
  set {}
}
public var EINTR: Int32 { fatalError() }
public var EIO: Int32 { fatalError() }
public var EAGAIN: Int32 { fatalError() }
public var EWOULDBLOCK: Int32 { fatalError() }
public var EINVAL: Int32 { fatalError() }
public var EBADF: Int32 { fatalError() }
public var ENOENT: Int32 { fatalError() }
public var ENOTDIR: Int32 { fatalError() }
public var EACCES: Int32 { fatalError() }
public var ENAMETOOLONG: Int32 { fatalError() }
public var EPERM: Int32 { fatalError() }
public var EROFS: Int32 { fatalError() }
public var ENOSPC: Int32 { fatalError() }
public var EDQUOT: Int32 { fatalError() }
public var EEXIST: Int32 { fatalError() }
public func strerror(_ code: Int32) -> UnsafeMutablePointer<CChar>! { fatalError() }

// MARK: Files

public var O_RDONLY: Int32 { fatalError() }
public var O_WRONLY: Int32 { fatalError() }
public var O_RDWR: Int32 { fatalError() }
public var O_CREAT: Int32 { fatalError() }
public var O_EXCL: Int32 { fatalError() }
public var O_TRUNC: Int32 { fatalError() }
public var O_CLOEXEC: Int32 { fatalError() }
public var F_FULLFSYNC: Int32 { fatalError() }
public var F_GETFD: Int32 { fatalError() }
public var LOCK_SH: Int32 { fatalError() }
public var LOCK_EX: Int32 { fatalError() }
public var LOCK_NB: Int32 { fatalError() }
public var S_IFMT: mode_t { fatalError() }
public var S_IFREG: mode_t { fatalError() }
public var S_IFDIR: mode_t { fatalError() }

public func open(_ path: UnsafePointer<CChar>, _ flags: Int32) -> Int32 { fatalError() }
public func open(_ path: UnsafePointer<CChar>, _ flags: Int32, _ mode: mode_t) -> Int32 { fatalError() }
public func fcntl(_ file: Int32, _ command: Int32) -> Int32 { fatalError() }
public func fcntl(_ file: Int32, _ command: Int32, _ value: Int32) -> Int32 { fatalError() }
@discardableResult public func close(_ file: Int32) -> Int32 { fatalError() }
@discardableResult public func read(_ file: Int32, _ bytes: UnsafeMutableRawPointer!, _ count: Int) -> Int {
  fatalError()
}
@discardableResult public func write(_ file: Int32, _ bytes: UnsafeRawPointer!, _ count: Int) -> Int { fatalError() }
@discardableResult
public func pread(_ file: Int32, _ bytes: UnsafeMutableRawPointer!, _ count: Int, _ offset: off_t) -> Int {
  fatalError()
}
@discardableResult
public func pwrite(_ file: Int32, _ bytes: UnsafeRawPointer!, _ count: Int, _ offset: off_t) -> Int { fatalError() }
@discardableResult public func fsync(_ file: Int32) -> Int32 { fatalError() }
@discardableResult public func flock(_ file: Int32, _ operation: Int32) -> Int32 { fatalError() }
@discardableResult public func isatty(_ file: Int32) -> Int32 { fatalError() }
public struct winsize {
  public init() {}
  public var ws_row: UInt16 = 0
  public var ws_col: UInt16 = 0
  public var ws_xpixel: UInt16 = 0
  public var ws_ypixel: UInt16 = 0
}
public var TIOCGWINSZ: UInt { fatalError() }
public func ioctl(_ file: Int32, _ request: UInt, _ value: UnsafeMutableRawPointer) -> Int32 { fatalError() }
@discardableResult public func chmod(_ path: UnsafePointer<CChar>!, _ mode: mode_t) -> Int32 { fatalError() }
@discardableResult public func fchmod(_ file: Int32, _ mode: mode_t) -> Int32 { fatalError() }
public func getpid() -> Int32 { fatalError() }
public func realpath(
  _ path: UnsafePointer<CChar>!, _ resolved: UnsafeMutablePointer<CChar>!
) -> UnsafeMutablePointer<CChar>! { fatalError() }
@discardableResult public func unlink(_ path: UnsafePointer<CChar>!) -> Int32 { fatalError() }
@discardableResult public func mkdir(_ path: UnsafePointer<CChar>!, _ mode: mode_t) -> Int32 { fatalError() }
@discardableResult
public func rename(_ path: UnsafePointer<CChar>!, _ target: UnsafePointer<CChar>!) -> Int32 { fatalError() }

public func lstat(_ path: UnsafePointer<CChar>!, _ status: UnsafeMutablePointer<stat>!) -> Int32 { fatalError() }
@discardableResult
public func stat(_ path: UnsafePointer<CChar>!, _ status: UnsafeMutablePointer<stat>!) -> Int32 { fatalError() }
@discardableResult public func fstat(_ file: Int32, _ status: UnsafeMutablePointer<stat>!) -> Int32 { fatalError() }

@discardableResult
public func statvfs(_ path: UnsafePointer<CChar>!, _ space: UnsafeMutablePointer<statvfs>!) -> Int32 { fatalError() }

public struct DIR {}
public struct dirent {
  public init() {}
  public var d_ino: UInt64 = 0
  public var d_type: UInt8 = 0
  public var d_name: (CChar, CChar, CChar, CChar) = (0, 0, 0, 0)
}
public func opendir(_ path: UnsafePointer<CChar>!) -> UnsafeMutablePointer<DIR>! { fatalError() }
public func readdir(_ folder: UnsafeMutablePointer<DIR>!) -> UnsafeMutablePointer<dirent>! { fatalError() }
@discardableResult public func closedir(_ folder: UnsafeMutablePointer<DIR>!) -> Int32 { fatalError() }

// MARK: Memory

public var PROT_READ: Int32 { fatalError() }
public var MAP_PRIVATE: Int32 { fatalError() }
public var MAP_FAILED: UnsafeMutableRawPointer! { fatalError() }
public var MADV_DONTNEED: Int32 { fatalError() }
public var _SC_PHYS_PAGES: Int32 { fatalError() }
public var _SC_NPROCESSORS_ONLN: Int32 { fatalError() }
public var _SC_PAGESIZE: Int32 { fatalError() }

public func mmap(
  _ address: UnsafeMutableRawPointer!, _ count: Int, _ protection: Int32, _ flags: Int32, _ file: Int32, _ offset: off_t
) -> UnsafeMutableRawPointer! { fatalError() }
@discardableResult public func munmap(_ address: UnsafeMutableRawPointer!, _ count: Int) -> Int32 { fatalError() }
@discardableResult
public func madvise(_ address: UnsafeMutableRawPointer!, _ count: Int, _ advice: Int32) -> Int32 { fatalError() }
@discardableResult
public func posix_memalign(
  _ block: UnsafeMutablePointer<UnsafeMutableRawPointer?>!, _ alignment: Int, _ count: Int
) -> Int32 { fatalError() }
public func calloc(_ count: Int, _ size: Int) -> UnsafeMutableRawPointer! { fatalError() }
public func free(_ block: UnsafeMutableRawPointer!) {}

// MARK: Time, processes, the system

public struct timeval {
  public init() {}
  public init(tv_sec: time_t, tv_usec: Int32) {}
  public var tv_sec: time_t = 0
  public var tv_usec: Int32 = 0
}
public struct clockid_t: RawRepresentable, Equatable, Sendable {
  public var rawValue: UInt32
  public init(rawValue: UInt32) { self.rawValue = rawValue }
}
public var CLOCK_REALTIME: clockid_t { fatalError() }
public var CLOCK_MONOTONIC: clockid_t { fatalError() }
@discardableResult
public func clock_gettime(_ clock: clockid_t, _ time: UnsafeMutablePointer<timespec>!) -> Int32 { fatalError() }
@discardableResult
public func nanosleep(_ time: UnsafePointer<timespec>!, _ rest: UnsafeMutablePointer<timespec>!) -> Int32 {
  fatalError()
}

public struct rusage {
  public init() {}
  public var ru_utime = timeval()
  public var ru_stime = timeval()
  public var ru_maxrss: Int = 0
}
@discardableResult
public func getrusage(_ who: Int32, _ usage: UnsafeMutablePointer<rusage>!) -> Int32 { fatalError() }
public func getenv(_ name: UnsafePointer<CChar>!) -> UnsafeMutablePointer<CChar>! { fatalError() }
public var SIGPIPE: Int32 { fatalError() }
public var SIGINT: Int32 { fatalError() }
public var SIG_IGN: @convention(c) (Int32) -> Void { fatalError() }
@discardableResult
public func signal(_ number: Int32, _ handler: (@convention(c) (Int32) -> Void)!) -> (@convention(c) (Int32) -> Void)! {
  fatalError()
}
public func exit(_ code: Int32) -> Never { fatalError() }
public func _exit(_ code: Int32) -> Never { fatalError() }
public func sysconf(_ name: Int32) -> Int { fatalError() }
@discardableResult
public func sysctlbyname(
  _ name: UnsafePointer<CChar>!, _ value: UnsafeMutableRawPointer!, _ count: UnsafeMutablePointer<Int>!,
  _ new: UnsafeMutableRawPointer!, _ newCount: Int
) -> Int32 { fatalError() }
@discardableResult public func sched_yield() -> Int32 { fatalError() }

// MARK: Locks

public struct os_unfair_lock {
  public init() {}
}
public func os_unfair_lock_lock(_ lock: UnsafeMutablePointer<os_unfair_lock>) {}
public func os_unfair_lock_unlock(_ lock: UnsafeMutablePointer<os_unfair_lock>) {}

// MARK: Mathematics

public func expf(_ x: Float) -> Float { fatalError() }
public func expm1f(_ x: Float) -> Float { fatalError() }
public func logf(_ x: Float) -> Float { fatalError() }
public func log1pf(_ x: Float) -> Float { fatalError() }
public func powf(_ x: Float, _ y: Float) -> Float { fatalError() }
public func sinf(_ x: Float) -> Float { fatalError() }
public func cosf(_ x: Float) -> Float { fatalError() }
public func atan2f(_ y: Float, _ x: Float) -> Float { fatalError() }
public func tanhf(_ x: Float) -> Float { fatalError() }
public func erff(_ x: Float) -> Float { fatalError() }
public func erfcf(_ x: Float) -> Float { fatalError() }
public func fmodf(_ x: Float, _ y: Float) -> Float { fatalError() }
public func exp(_ x: Double) -> Double { fatalError() }
public func exp(_ x: Float) -> Float { fatalError() }
public func expm1(_ x: Double) -> Double { fatalError() }
public func log(_ x: Double) -> Double { fatalError() }
public func log(_ x: Float) -> Float { fatalError() }
public func log10(_ x: Double) -> Double { fatalError() }
public func log1p(_ x: Double) -> Double { fatalError() }
public func pow(_ x: Double, _ y: Double) -> Double { fatalError() }
public func pow(_ x: Float, _ y: Float) -> Float { fatalError() }
public func sin(_ x: Double) -> Double { fatalError() }
public func cos(_ x: Double) -> Double { fatalError() }
public func atan2(_ y: Double, _ x: Double) -> Double { fatalError() }
public func tanh(_ x: Double) -> Double { fatalError() }
public func erf(_ x: Double) -> Double { fatalError() }
public func erfc(_ x: Double) -> Double { fatalError() }
public func fmod(_ x: Double, _ y: Double) -> Double { fatalError() }
