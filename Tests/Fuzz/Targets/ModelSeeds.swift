import TFLiteRuntime
import TFLiteSchema
import TestSupport

/// Models that are right: of every operator and element type, and some small ones of several operators.
enum ModelSeeds {
  private static let small = [
    SmallModels.timesThree, SmallModels.timesThreeUInt8, SmallModels.timesThreeInt8, SmallModels.addAndSub,
    SmallModels.positions, SmallModels.withoutInputs, SmallModels.empty, SmallModels.strings(3),
  ]
  private static let recipes = OperatorRecipe.all
  private static let types = ElementType.allCases

  // The fuzzer calls from one thread alone.
  private nonisolated(unsafe) static var trees: [Int: FlatBufferWriter.Table] = [:]

  /// The tables of the model that `script` chooses.
  static func tree(_ script: inout Script) -> FlatBufferWriter.Table? {
    let number = script.below(recipes.count + 1)
    if number == recipes.count { return tree(-1 - script.below(small.count)) { [small[-1 - $0]] } }
    let type = script.below(types.count)
    let models = { (_: Int) in recipes[number].models(types[type]).map { $0.build() } }
    return tree(number * types.count + type, models)
  }

  private static func tree(_ key: Int, _ models: (Int) -> [[UInt8]]) -> FlatBufferWriter.Table? {
    if let known = trees[key] { return known }
    guard let file = models(key).first, let tree = file.withUnsafeBytes({ ModelTree.table(of: $0) }) else { return nil }
    trees[key] = tree
    return tree
  }

  /// Files of models, those of floats and bytes before others.
  static func files(limit: Int) -> [[UInt8]] {
    let common: [ElementType] = [.float32, .int8, .int32, .bool, .uint8, .int16, .int64, .string]
    var files = small
    var seen: Set<[UInt8]> = Set(small)
    for type in common {
      for recipe in recipes {
        for file in recipe.models(type).map({ $0.build() }) where file.count < 4_096 && files.count < limit {
          if seen.insert(file).inserted, (try? Session(Model(bytes: file)).prepare()) != nil { files.append(file) }
        }
      }
    }
    return files
  }

  /// Scripts of `FuzzTarget.structure` that change nothing, one an operator and common type.
  static var scripts: [[UInt8]] {
    (0..<recipes.count).flatMap { number in
      [ElementType.float32, .int8, .int32].map { type in
        let choice = recipes.count + 1 > 256 ? [UInt8(number >> 8), UInt8(number & 255)] : [UInt8(number)]
        return [0] + choice + [UInt8(types.firstIndex(of: type) ?? 0)]
      }
    }
  }

  /// The identifiers, the codes of operators and types, the names of custom operators.
  static var words: [[UInt8]] {
    let texts =
      ["TFL3", "serving_default", "TFLITE_METADATA"] + recipes.map(\.name).filter { $0.contains { $0.isLowercase } }
    return texts.map { Array($0.utf8) }
      + (0..<216).map { [UInt8($0), 0, 0, 0] } + types.map { [UInt8($0.rawValue)] }
      + [[0xFF, 0xFF, 0xFF, 0xFF], [0xFF, 0xFF, 0xFF, 0x7F], [0, 0, 0, 0x80]]
  }
}
