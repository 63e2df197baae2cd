import TFLiteRuntime
import TFLiteVision

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// The files of one run.
struct InputSet {
  /// Files by the positions of inputs.
  private var files: [Int: String] = [:]
  /// Archives with arrays under the names of inputs.
  private var archives: [String] = []

  /// The inputs without a file are filled.
  init() {}

  init(_ files: [Int: String]) {
    for (index, path) in files { add(path, at: index) }
  }

  private mutating func add(_ path: String, at index: Int) {
    if path.lowercased().hasSuffix(".npz") { archives.append(path) } else { files[index] = path }
  }

  /// What people know the run by: the names of the files.
  var label: String {
    (files.sorted { $0.key < $1.key }.map { $0.value } + archives)
      .map { $0.split(separator: "/").last.map(String.init) ?? $0 }.joined(separator: " ")
  }

  /// Nothing is given by files.
  var isEmpty: Bool { files.isEmpty && archives.isEmpty }

  /// What the files hold for the inputs called `names`; `limits` hold for pictures.
  /// - Throws: `invalidData` for an archive without an array for any input.
  func sources(_ names: [String], limits: DecodingLimits = DecodingLimits()) throws -> [Int: InputSource] {
    var sources: [Int: InputSource] = [:]
    if files.values.count(where: { $0 == "-" || $0.hasPrefix("-.") }) > 1 {
      throw ToolError(.invalidData, "--input", expected: "standard input for one input", found: "for several")
    }
    for (index, path) in files { sources[index] = try InputSource(path: path, limits: limits) }
    for path in archives {
      let arrays = try NamedArrays(path: path)
      var found = 0
      for (index, name) in names.enumerated() where sources[index] == nil {
        guard let value = try arrays.value(name) else { continue }
        sources[index] = InputSource(name: "\(path), \(name)", content: .array(value))
        found += 1
      }
      if found == 0, !names.isEmpty {
        throw ToolError(
          .invalidData, path, expected: "an array called " + names.map { "'\($0)'" }.joined(separator: " or "),
          found: arrays.names.prefix(8).map { "'\($0)'" }.joined(separator: ", "))
      }
    }
    return sources
  }

  /// The positions of inputs called `names` for which there are files.
  func inputs(_ names: [String]) throws -> Set<Int> {
    var given = Set(files.keys)
    for path in archives {
      let known = try NamedArrays(path: path).names
      given.formUnion(names.indices.filter { known.contains(names[$0]) })
    }
    return given
  }

  /// The runs that `arguments` ask for: one, or where folders are among them one for each of their files in order of name,
  /// which go together by their places.
  /// - Throws: `noInput` for an empty folder; `invalidData` for folders of different numbers of files.
  static func all(_ arguments: [NamedValue], _ names: [String], _ what: String = "input") throws -> [InputSet] {
    var paths: [Int: [String]] = [:]
    var count: (files: Int, folder: String)?
    for (index, path) in try NamedValue.assign(arguments, names, what) {
      guard FileKind(path) == .folder else {
        paths[index] = [path]
        continue
      }
      let files = try Self.files(in: path)
      if let count, count.files != files.count {
        throw ToolError(
          .invalidData, path, expected: "\(count.files) files as in \(count.folder)", found: "\(files.count)")
      }
      count = (files.count, path)
      paths[index] = files
    }
    return (0..<(count?.files ?? 1)).map { run in
      var set = InputSet()
      for (index, files) in paths.sorted(by: { $0.key < $1.key }) {
        set.add(files[files.count > 1 ? run : 0], at: index)
      }
      return set
    }
  }

  /// The pictures and arrays of a folder in order of name; where there are none, all files but hidden ones.
  /// - Throws: `noInput`.
  static func files(in folder: String) throws(ToolError) -> [String] {
    let names: [String]
    do {
      names = try FileManager.default.contentsOfDirectory(atPath: folder)
    } catch {
      throw ToolError(.noInput, "\(folder): cannot list the folder")
    }
    let files = names.filter { !$0.hasPrefix(".") && FileKind(folder + "/" + $0) == .file }.sorted()
    if files.isEmpty { throw ToolError(.noInput, folder, expected: "files", found: "none") }
    let known = [".npy", ".npz", ".png", ".jpg", ".jpeg", ".bmp", ".ppm", ".pgm", ".pnm"]
    let told = files.filter { file in known.contains { file.lowercased().hasSuffix($0) } }
    return (told.isEmpty ? files : told).map { folder + "/" + $0 }
  }
}
