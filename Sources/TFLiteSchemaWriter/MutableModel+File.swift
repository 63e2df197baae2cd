import TFLiteSchema

extension MutableSchema.Model {
  /// A model that cannot be written.
  package struct TooLarge: Error {}

  /// The model of a verified file, with what its tables keep outside of the flatbuffer.
  ///
  /// - Parameter file: The bytes that `view` was verified from, which have to outlive the model.
  package init(_ view: Schema.Model, in file: UnsafeRawBufferPointer) {
    self.init(view)
    for (index, buffer) in view.buffers.enumerated() where !buffer.hasData {
      guard let contents = buffer.contents(in: file) else { continue }
      buffers?[index].data = SchemaBytes(contents)
    }
    for (graph, subgraph) in view.subgraphs.enumerated() {
      for (index, node) in subgraph.operators.enumerated() where !node.hasCustomOptions {
        guard let contents = node.customOptionsContents(in: file) else { continue }
        subgraphs?[graph].operators?[index].customOptions = SchemaBytes(contents)
        subgraphs?[graph].operators?[index].largeCustomOptionsOffset = 0
        subgraphs?[graph].operators?[index].largeCustomOptionsSize = 0
      }
    }
  }

  /// Whether buffers lie outside of the flatbuffer in the file that the model came from.
  package var hasOutsideBuffers: Bool { buffers?.contains { $0.offset > 1 } == true }

  /// The `.tflite` file of the model.
  ///
  /// Buffers stand inside the flatbuffer, or behind it where they did so before or would make it too long.
  ///
  /// - Parameter insideLimit: Bytes of buffers from which on they stand behind the flatbuffer.
  /// - Throws: ``TooLarge`` when the rest of the model does not fit in a flatbuffer.
  package func file(insideLimit: Int = 2_000_000_000) throws(TooLarge) -> [UInt8] {
    let total = buffers?.reduce(0) { $0 + ($1.data?.count ?? 0) } ?? 0
    guard hasOutsideBuffers || total > insideLimit else {
      return try flatbuffer()
    }
    var outer = self
    var outside: [SchemaBytes?] = []
    for index in buffers?.indices ?? 0..<0 {
      let data = buffers?[index].data
      let isOutside = data.map { $0.count > 0 } ?? false
      outside.append(isOutside ? data : nil)
      // A place that is no default, so that it takes its room.
      outer.buffers?[index].offset = isOutside ? UInt64(UInt32.max) : 0
      outer.buffers?[index].size = UInt64(isOutside ? data?.count ?? 0 : 0)
      if isOutside { outer.buffers?[index].data = nil }
    }
    var end = try outer.flatbuffer().count
    for (index, data) in outside.enumerated() {
      guard let data else { continue }
      end = (end + 15) & ~15
      outer.buffers?[index].offset = UInt64(end)
      end += data.count
    }
    var file = try outer.flatbuffer()
    file.reserveCapacity(end)
    for case let data? in outside {
      file += [UInt8](repeating: 0, count: (16 - file.count % 16) % 16)
      data.withUnsafeBytes { file += $0 }
    }
    return file
  }

  private func flatbuffer() throws(TooLarge) -> [UInt8] {
    let builder = FlatBufferBuilder()
    let root = pack(builder)
    guard let bytes = builder.finish(root, identifier: "TFL3") else { throw TooLarge() }
    return bytes
  }
}
