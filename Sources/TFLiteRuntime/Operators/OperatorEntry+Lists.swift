import TFLiteSchema

// Lists of tensors: LiteRT's custom operators, and TensorFlow's own (Flex) ones of the same names.

extension OperatorEntry {
  /// The custom operators `TensorListReserve` and `FlexTensorListReserve`.
  public static var tensorListReserve: Self {
    list("TensorListReserve", [.int32, .int64], outputs: .option { TensorList.elementType($0) }) {
      TensorListReserve($0).made
    }
  }
  /// The custom operators `EmptyTensorList` and `FlexEmptyTensorList`.
  public static var emptyTensorList: Self {
    list("EmptyTensorList", [.int32, .int64], outputs: .option { TensorList.elementType($0) }) {
      TensorListReserve($0, isEmpty: true).made
    }
  }
  /// The custom operators `TensorListFromTensor` and `FlexTensorListFromTensor`.
  public static var tensorListFromTensor: Self {
    list("TensorListFromTensor", outputs: .input(0)) { TensorListFromTensor($0).made }
  }
  /// The custom operators `TensorListSetItem` and `FlexTensorListSetItem`.
  public static var tensorListSetItem: Self {
    list("TensorListSetItem", outputs: .input(0)) { TensorListSetItem($0).made }
  }
  /// The custom operators `TensorListGetItem` and `FlexTensorListGetItem`.
  public static var tensorListGetItem: Self {
    list("TensorListGetItem", outputs: .input(0)) { TensorListGetItem($0).made }
  }
  /// The custom operators `TensorListPushBack` and `FlexTensorListPushBack`.
  public static var tensorListPushBack: Self {
    list("TensorListPushBack", outputs: .input(0)) { TensorListPushBack($0).made }
  }
  /// The custom operators `TensorListPopBack` and `FlexTensorListPopBack`.
  public static var tensorListPopBack: Self {
    list("TensorListPopBack", outputs: .input(0)) { TensorListPopBack($0).made }
  }
  /// The custom operators `TensorListStack` and `FlexTensorListStack`.
  public static var tensorListStack: Self { list("TensorListStack", outputs: .input(0)) { TensorListStack($0).made } }
  /// The custom operators `TensorListLength` and `FlexTensorListLength`.
  public static var tensorListLength: Self {
    list("TensorListLength", outputs: .fixed(.int32)) { TensorListLength($0).made }
  }
  /// The custom operators `TensorListElementShape` and `FlexTensorListElementShape`.
  public static var tensorListElementShape: Self {
    list("TensorListElementShape") { TensorListElementShape($0).made }
  }

  private static func list(
    _ name: String, _ types: [ElementType] = ElementType.listed, outputs: OutputTypes = .stated,
    swiftName: StaticString = #function,
    _ make: @escaping OperatorMaker
  ) -> Self {
    .init(custom: name, isTensorFlows: true, types, outputs, swiftName: swiftName, make)
  }
}

extension ElementType {
  /// The types that elements of lists may have.
  static let listed: [Self] = allCases.filter { ($0.bitWidth ?? 0) >= 8 && $0 != .variant }
}
