// Generated from Schema/tflite.fbs by Schema/generate; not to be edited.

import TFLiteSchema

extension MutableSchema {
  /// `UnpackOptions`, to be changed and written.
  package struct UnpackOptions: MutableTable {
    package var num: Int32 = 0
    package var axis: Int32 = 0

    package init() {}

    package init(_ view: Schema.UnpackOptions) {
      num = view.num
      axis = view.axis
    }

    package func pack(_ builder: FlatBufferBuilder) -> FlatBufferReference {
      builder.beginTable()
      builder.store(num, unless: 0, in: 0)
      builder.store(axis, unless: 0, in: 1)
      return builder.endTable()
    }
  }
}

extension MutableSchema {
  /// `UnsortedSegmentMaxOptions`, to be changed and written.
  package struct UnsortedSegmentMaxOptions: MutableTable {
    package init() {}

    package init(_ view: Schema.UnsortedSegmentMaxOptions) {
    }

    package func pack(_ builder: FlatBufferBuilder) -> FlatBufferReference {
      builder.beginTable()
      return builder.endTable()
    }
  }
}

extension MutableSchema {
  /// `UnsortedSegmentMinOptions`, to be changed and written.
  package struct UnsortedSegmentMinOptions: MutableTable {
    package init() {}

    package init(_ view: Schema.UnsortedSegmentMinOptions) {
    }

    package func pack(_ builder: FlatBufferBuilder) -> FlatBufferReference {
      builder.beginTable()
      return builder.endTable()
    }
  }
}

extension MutableSchema {
  /// `UnsortedSegmentProdOptions`, to be changed and written.
  package struct UnsortedSegmentProdOptions: MutableTable {
    package init() {}

    package init(_ view: Schema.UnsortedSegmentProdOptions) {
    }

    package func pack(_ builder: FlatBufferBuilder) -> FlatBufferReference {
      builder.beginTable()
      return builder.endTable()
    }
  }
}

extension MutableSchema {
  /// `UnsortedSegmentSumOptions`, to be changed and written.
  package struct UnsortedSegmentSumOptions: MutableTable {
    package init() {}

    package init(_ view: Schema.UnsortedSegmentSumOptions) {
    }

    package func pack(_ builder: FlatBufferBuilder) -> FlatBufferReference {
      builder.beginTable()
      return builder.endTable()
    }
  }
}

extension MutableSchema {
  /// `VarHandleOptions`, to be changed and written.
  package struct VarHandleOptions: MutableTable {
    package var container: SchemaText?
    package var sharedName: SchemaText?

    package init() {}

    package init(_ view: Schema.VarHandleOptions) {
      container = view.container.map { SchemaText($0) }
      sharedName = view.sharedName.map { SchemaText($0) }
    }

    package func pack(_ builder: FlatBufferBuilder) -> FlatBufferReference {
      let container = builder.text(self.container)
      let sharedName = builder.text(self.sharedName)
      builder.beginTable()
      builder.store(container, in: 0)
      builder.store(sharedName, in: 1)
      return builder.endTable()
    }
  }
}

extension MutableSchema {
  /// `WhereOptions`, to be changed and written.
  package struct WhereOptions: MutableTable {
    package init() {}

    package init(_ view: Schema.WhereOptions) {
    }

    package func pack(_ builder: FlatBufferBuilder) -> FlatBufferReference {
      builder.beginTable()
      return builder.endTable()
    }
  }
}

extension MutableSchema {
  /// `WhileOptions`, to be changed and written.
  package struct WhileOptions: MutableTable {
    package var condSubgraphIndex: Int32 = 0
    package var bodySubgraphIndex: Int32 = 0

    package init() {}

    package init(_ view: Schema.WhileOptions) {
      condSubgraphIndex = view.condSubgraphIndex
      bodySubgraphIndex = view.bodySubgraphIndex
    }

    package func pack(_ builder: FlatBufferBuilder) -> FlatBufferReference {
      builder.beginTable()
      builder.store(condSubgraphIndex, unless: 0, in: 0)
      builder.store(bodySubgraphIndex, unless: 0, in: 1)
      return builder.endTable()
    }
  }
}

extension MutableSchema {
  /// `ZerosLikeOptions`, to be changed and written.
  package struct ZerosLikeOptions: MutableTable {
    package init() {}

    package init(_ view: Schema.ZerosLikeOptions) {
    }

    package func pack(_ builder: FlatBufferBuilder) -> FlatBufferReference {
      builder.beginTable()
      return builder.endTable()
    }
  }
}
