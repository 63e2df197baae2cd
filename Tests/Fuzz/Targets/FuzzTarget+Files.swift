import Foundation
import ModelHosting
import TFLiteRuntime
import TFLiteSchema
import TFLiteTool
import TFLiteVision
import TestSupport

extension FuzzTarget {
  /// Pictures of all formats, those that were read written again.
  static let pictures = FuzzTarget(
    name: "pictures",
    read: { bytes in
      let limits = DecodingLimits(maximumPixels: 1 << 20)
      guard let picture = try? Picture(decoding: Array(bytes), limits: limits), picture.width * picture.height < 4_096
      else { return }
      let again = try? Picture(decoding: picture.pngEncoded(), limits: limits)
      precondition(again == picture, "a picture of \(picture.width) x \(picture.height) is another one as a PNG file")
    },
    words: {
      ["IHDR", "PLTE", "tRNS", "IDAT", "IEND", "gAMA", "BM", "P1\n", "P4\n", "P6\n", "JFIF\0", "Exif\0\0", "Adobe"]
        .map { Array($0.utf8) }
        + [[0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]]
        + ([0xC0, 0xC1, 0xC2, 0xC4, 0xD0, 0xD8, 0xD9, 0xDA, 0xDB, 0xDD, 0xE0, 0xE1, 0xEE] as [UInt8]).map {
          [0xFF, $0]
        }
    },
    mostMemory: 256 << 20)

  /// Zip archives as they are appended to models, and the labels in them.
  static let archives = FuzzTarget(
    name: "archives",
    read: { bytes in
      let bytes = Array(bytes)
      guard let archive = try? ZipArchive(bytes) else { return }
      for entry in archive.entries.prefix(16) {
        if let contents = try? archive.contents(of: entry.name, maximumSize: 1 << 20) {
          precondition(contents.count == entry.size)
        }
      }
      _ = try? Labels(packedIn: archive, metadata: nil)
    },
    words: { ["PK\u{1}\u{2}", "PK\u{3}\u{4}", "PK\u{5}\u{6}", "labels.txt"].map { Array($0.utf8) } },
    mostMemory: 64 << 20)

  /// The flatbuffer of a model's metadata.
  static let metadata = FuzzTarget(
    name: "metadata",
    read: { bytes in
      if let metadata = try? ModelMetadata(Array(bytes)) { precondition(metadata.labelFiles.count >= 0) }
      _ = try? AutoMLMetadata(json: Array(bytes))
    },
    words: { ["M001", "labels.txt", "inferenceType", "imageWidth", "batchSize"].map { Array($0.utf8) } },
    mostMemory: 64 << 20)

  /// Options of custom operators.
  static let flexBuffers = FuzzTarget(
    name: "flexbuffers",
    read: { bytes in
      var walker = AccessorWalker(maxTables: 2_000)
      walker.walk(flexBuffer: bytes)
    },
    seeds: {
      let values: [FlexBufferWriter.Value] = [
        1, 2.5, true, "text", [1, 2.5, "text"],
        ["max_detections": 10, "use_regular_nms": true, "y_scale": 10.0, "names": ["a", "b"], "inner": ["a": 1]],
      ]
      return values.map { FlexBufferWriter.bytes($0) }
    },
    words: { ["max_detections", "use_regular_nms"].map { Array($0.utf8) } },
    mostMemory: 16 << 20)

  /// Texts of labels.
  static let labels = FuzzTarget(
    name: "labels",
    read: { bytes in
      guard let labels = try? Labels(text: Array(bytes)) else { return }
      for index in 0..<min(labels.count, 100) { _ = try? labels.name(of: index) }
    },
    seeds: {
      [
        "cat\ndog\n", "0 cat\n1:dog\r\n7,bird", "???\n\nperson\n",
        "item { id: 1 name: 'a' display_name: \"b\" }\nitem {\n  name: \"\\n\\\"\" id: 90 other { x: 1 } }",
      ].map { Array($0.utf8) }
    },
    words: { ["item", "{", "}", "id:", "name:", "display_name:", "#", "\u{FEFF}"].map { Array($0.utf8) } },
    mostMemory: 64 << 20)

  /// Arrays in NumPy's files.
  static let arrays = FuzzTarget(
    name: "arrays",
    read: { bytes in
      guard let array = try? NumPyFile(bytes, path: "array.npy") else { return }
      precondition(array.type.byteCount(ofElements: array.shape.elementCount) == array.bytes.count)
      _ = try? NumPyFile.header(array.type, array.shape, path: "array.npy")
    },
    seeds: {
      let shapes: [(ElementType, Shape)] = [(.float32, [2, 3]), (.int8, [4]), (.complex64, []), (.bool, [0, 2])]
      return shapes.compactMap { type, shape in
        let bytes = [UInt8](repeating: 1, count: type.byteCount(ofElements: shape.elementCount) ?? 0)
        return (try? NumPyFile.header(type, shape, path: "")).map { $0 + bytes }
      }
    },
    words: {
      ["'descr'", "'<f4'", "'|b1'", "'fortran_order'", "True", "False", "'shape'", "(3,)"].map { Array($0.utf8) }
    },
    mostMemory: 64 << 20)

  /// Manifests of published models.
  static let manifests = FuzzTarget(
    name: "manifests", read: { read(manifest: Data($0), trusting: []) },
    seeds: { [manifest] },
    words: {
      ["format", "sequence", "expires", "models", "versions", "salt", "rollout", "withdrawn", "url", "bytes", "sha256"]
        .map { Array("\"\($0)\":".utf8) }
    },
    mostMemory: 256 << 20)

  /// Signed ones.
  static let envelopes = FuzzTarget(
    name: "envelopes",
    read: {
      read(manifest: Data($0), trusting: [PublicKey(bytes: [UInt8](repeating: 7, count: 32))].compactMap { $0 })
    },
    seeds: {
      let envelope = Envelope(payload: Data(manifest), signatures: [Data(repeating: 1, count: 64)])
      return [try? envelope.json()].compactMap { $0.map { Array($0) } }
    },
    words: { ["payload", "payloadType", "signatures", "sig"].map { Array("\"\($0)\":".utf8) } },
    mostMemory: 256 << 20)

  private static func read(manifest: Data, trusting keys: [PublicKey]) {
    guard let manifest = try? Manifest(file: manifest, trusting: keys) else { return }
    _ = manifest.problems()
    for (name, model) in manifest.models {
      _ = model.choice(named: name, assignment: AssignmentID("a device"), device: .current)
    }
    guard let json = try? manifest.json(), let again = try? Manifest(json: json) else {
      preconditionFailure("a manifest that was read cannot be written and read again")
    }
    precondition(again == manifest)
  }

  private static let manifest = Array(
    """
    {"format":1,"sequence":3,"expires":"2030-01-01T00:00:00Z","models":{"a":{"salt":"s","rollout":[{"below":500,\
    "version":"2"},{"below":10000,"version":"1"}],"versions":{"1":{"url":"a.tflite","bytes":10,"sha256":"\
    \(String(repeating: "0a", count: 32))"},"2":{"url":"https://b/c","bytes":1,"sha256":"\
    \(String(repeating: "0b", count: 32))","minimumRuntime":"1.2.3","platforms":["linux"],"memory":1}},"withdrawn":["\
    \(String(repeating: "0c", count: 32))"]}}}
    """.utf8)
}
