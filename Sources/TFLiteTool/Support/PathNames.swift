/// Names of files in titles of tables.
enum PathNames {
  /// The last parts of paths, so many that different paths have different names.
  static func shortest(_ paths: [String]) -> [String] {
    let parts = paths.map { $0.split(separator: "/") }
    let most = parts.map(\.count).max() ?? 0
    for count in 1...max(most, 1) {
      let names = parts.map { $0.suffix(count).joined(separator: "/") }
      if Set(names).count == Set(paths).count { return names }
    }
    return paths
  }
}
