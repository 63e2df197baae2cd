/// The tables and enums of a `.tflite` file.
///
/// Each table is a view: a pointer into bytes that the verifier has accepted, with one property for each field.
/// A view is valid as long as those bytes are, and reading through it never copies.
/// Names follow `Schema/tflite.fbs`: tables and enums as spelled there, fields and enum cases in lowerCamelCase
/// (`stride_w` is `strideW`, `CONV_2D` is `.conv2D`, `Conv2DOptions` as a union's case is `.conv2DOptions`).
public enum Schema {}

/// A view of one table, of a kind that vectors hold.
///
/// The bytes behind a view do not change during its life, which is what makes views `Sendable`.
public protocol SchemaTable: FlatBufferElement, Sendable {
  /// The table's place in the file.
  var table: FlatBufferTable { get }

  /// A view of the table at that place, which must be of this type.
  init(table: FlatBufferTable)
}

extension SchemaTable {
  /// Bytes that a reference to the table takes in a vector.
  public static var elementStride: Int { 4 }

  /// The table that the offset at `pointer` refers to.
  public init(element pointer: UnsafeRawPointer) {
    self.init(table: FlatBufferTable(pointer: pointer.referenced))
  }
}

/// An open enumeration of the schema: values that the schema does not name are kept as they are.
public protocol SchemaEnum: RawRepresentable, Hashable, Sendable, FlatBufferElement, CustomStringConvertible
where RawValue: FlatBufferScalar & FixedWidthInteger {
  /// The case for a number of the file.
  init(rawValue: RawValue)

  /// The schema's spelling of the case, or nil for a number without a name.
  static func schemaName(of rawValue: RawValue) -> StaticString?
}

extension SchemaEnum {
  /// The schema's spelling, such as `CONV_2D`, or `UNKNOWN(n)`.
  public var name: String {
    guard let name = Self.schemaName(of: rawValue) else { return "UNKNOWN(\(rawValue))" }
    return name.description
  }

  /// The same as ``name``.
  public var description: String { name }

  /// Bytes that a value takes in a vector.
  public static var elementStride: Int { RawValue.elementStride }

  /// The value at `pointer`.
  public init(element pointer: UnsafeRawPointer) {
    self.init(rawValue: RawValue(element: pointer))
  }
}
