#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Android)
import Android
#endif

/// What stands at a path.
enum FileKind {
  case missing
  case file
  case folder

  init(_ path: String) {
    var status = stat()
    if stat(path, &status) != 0 {
      self = .missing
    } else {
      self = status.st_mode & S_IFMT == S_IFDIR ? .folder : .file
    }
  }
}
