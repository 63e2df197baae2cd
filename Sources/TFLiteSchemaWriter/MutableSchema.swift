import TFLiteSchema

/// The tables of a `.tflite` file as values that can be changed and written to a new file.
///
/// Each is made from its view, or empty, and has the view's properties: an absent number is its default, an absent vector,
/// string or table nil. A number that is its default is not written. Fields that the schema does not know cannot be kept;
/// `UnknownFields` counts them.
package enum MutableSchema {}

/// A table that can be changed and written.
package protocol MutableTable: Equatable, Sendable {
  /// Writes the table and what it refers to.
  func pack(_ builder: FlatBufferBuilder) -> FlatBufferReference
}

/// Text of a file, which need not be UTF-8.
package struct SchemaText: Hashable, Sendable, ExpressibleByStringLiteral, CustomStringConvertible {
  package let utf8: [UInt8]

  package init(_ string: String) { utf8 = Array(string.utf8) }
  package init(stringLiteral: String) { self.init(stringLiteral) }
  package init(_ view: FlatBufferString) { utf8 = Array(view.utf8) }

  /// The text; bytes that are no UTF-8 are replaced by U+FFFD.
  package var string: String { String(decoding: utf8, as: UTF8.self) }
  package var description: String { string }
}

/// Bytes of a table: a part of the file that the table came from, which has to outlive them and stays unchanged, or its own.
package struct SchemaBytes: Equatable, @unchecked Sendable {
  private enum Storage {
    case file(UnsafeRawBufferPointer)
    case own([UInt8])
  }

  private let storage: Storage

  /// Bytes that stay where they are.
  package init(_ bytes: UnsafeRawBufferPointer) { storage = .file(bytes) }
  package init(_ bytes: [UInt8]) { storage = .own(bytes) }

  package func withUnsafeBytes<Result>(_ body: (UnsafeRawBufferPointer) throws -> Result) rethrows -> Result {
    switch storage {
    case .file(let bytes): try body(bytes)
    case .own(let bytes): try bytes.withUnsafeBytes(body)
    }
  }

  package var count: Int { withUnsafeBytes { $0.count } }
  package var array: [UInt8] { withUnsafeBytes { Array($0) } }

  /// Where the bytes stand in a file; nil for bytes of its own.
  var place: UnsafeRawBufferPointer? {
    if case .file(let bytes) = storage { bytes } else { nil }
  }

  package static func == (left: Self, right: Self) -> Bool {
    left.withUnsafeBytes { left in right.withUnsafeBytes { left.count == $0.count && left.elementsEqual($0) } }
  }
}
