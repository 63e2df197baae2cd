// swift-format-ignore-file
// The types of the C library whose names functions have as well: Swift wants them in another module than those.

public typealias mode_t = UInt16
public typealias off_t = Int64
public typealias time_t = Int

public struct timespec {
  public init() {}
  public init(tv_sec: time_t, tv_nsec: Int) {}
  public var tv_sec: time_t = 0
  public var tv_nsec: Int = 0
}

public struct stat {
  public init() {}
  public var st_dev: Int32 = 0
  public var st_mode: mode_t = 0
  public var st_nlink: UInt16 = 0
  public var st_ino: UInt64 = 0
  public var st_uid: UInt32 = 0
  public var st_gid: UInt32 = 0
  public var st_atimespec = timespec()
  public var st_mtimespec = timespec()
  public var st_ctimespec = timespec()
  public var st_size: off_t = 0
  public var st_blocks: Int64 = 0
  public var st_blksize: Int32 = 0
}

public struct statvfs {
  public init() {}
  public var f_bsize: UInt = 0
  public var f_frsize: UInt = 0
  public var f_blocks: UInt32 = 0
  public var f_bfree: UInt32 = 0
  public var f_bavail: UInt32 = 0
}
