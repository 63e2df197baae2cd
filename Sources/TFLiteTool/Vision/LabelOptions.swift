import ArgumentParser
import TFLiteRuntime
import TFLiteVision

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Where the names of classes come from.
struct LabelOptions: ParsableArguments {
  @Option(
    help: """
      The label file: a list, an indexed list or a label map. By default the labels packed in the model, or else \
      dict.txt beside it.
      """)
  var labels: String?

  @Flag(help: "Show class numbers only.")
  var noLabels = false

  func validate() throws {
    if labels != nil, noLabels { throw ValidationError("--labels and --no-labels exclude each other") }
  }

  /// The labels, nil when there are none.
  /// - Throws: an error for a file that is named, packed or found but not sound.
  func load(_ model: Model, path: String) throws -> Labels? {
    if noLabels { return nil }
    if let labels { return try Labels(contentsOf: labels) }
    let packed = model.withBytes { ZipArchive.isPresent(in: Array($0)) ? Array($0) : nil }
    if let packed {
      let archive = try ZipArchive(packed, source: path)
      let metadata = try model.metadata(named: ModelMetadata.bufferName).map { try ModelMetadata(Array($0.bytes)) }
      do {
        return try Labels(packedIn: archive, metadata: metadata)
      } catch  where error.code == .missing {
        // Other files may be packed too.
      }
    }
    let beside = URL(fileURLWithPath: path).deletingLastPathComponent().path + "/dict.txt"
    return FileKind(beside) == .file ? try Labels(contentsOf: beside) : nil
  }
}
