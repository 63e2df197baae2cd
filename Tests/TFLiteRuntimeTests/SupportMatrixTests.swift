import Foundation
import TFLiteRuntime
import TestSupport
import Testing

/// The operator table, from which the support matrix is printed, says what operators accept.
@Suite struct SupportMatrixTests {
  /// Operators without inputs, and without anything else whose type they look at.
  private static let typeless = ["CALL_ONCE", "VAR_HANDLE"]

  private static let entries = OperatorTable.builtin + OperatorTable.custom

  private static func types(of name: String) -> [ElementType] { entries.first { $0.name == name }?.types ?? [] }

  @Test func `every operator has one recipe`() {
    let names = OperatorRecipe.all.map { $0.name }
    #expect(names.sorted() == Self.entries.map { $0.name }.filter { !Self.typeless.contains($0) }.sorted())
    for name in Self.typeless { #expect(Self.types(of: name).isEmpty) }
  }

  /// A model of a type that the table lists is prepared; one of any other type is refused by the operator.
  @Test(arguments: OperatorRecipe.all) func `operators accept the types of the table`(_ recipe: OperatorRecipe) {
    let listed = Self.types(of: recipe.name)
    #expect(Set(listed).count == listed.count)
    for type in ElementType.allCases {
      let refusals = recipe.refusals(type, kernels: .best)
      let text = refusals.map { "\($0)" } ?? "accepted"
      #expect((refusals == nil) == listed.contains(type), "\(recipe.name) of \(type): \(text)")
      for refusal in refusals ?? [] {
        #expect(refusal.code == .unsupported || refusal.code == .invalidOperator, "\(recipe.name) of \(type): \(text)")
      }
    }
  }

  @Test(arguments: OperatorRecipe.all) func `reference kernels compute with the same types`(_ recipe: OperatorRecipe) {
    let accepted = ElementType.allCases.filter { recipe.refusals($0, kernels: .reference) == nil }
    #expect(Set(accepted) == Set(Self.types(of: recipe.name)))
  }

  /// What LiteRT computes, the table lists: of each operator in the recorded cases, one input at least has a type of its
  /// entry.
  @Test func `the table lists the types of the recorded cases`() throws {
    struct File: Decodable { var cases: [Case] }
    struct Case: Decodable {
      var name: String
      /// Offset and count in the blob.
      var model: [Int]
    }
    let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appendingPathComponent("../Conformance/Operators").standardizedFileURL
    let blob = try Data(contentsOf: folder.appendingPathComponent("blob.bin"))
    let cases = try JSONDecoder().decode(File.self, from: Data(contentsOf: folder.appendingPathComponent("cases.json")))
      .cases
    let types = Dictionary(uniqueKeysWithValues: Self.entries.map { ($0.name, Set($0.types)) })
    #expect(cases.count > 1000)
    for entry in cases {
      let model = try Model(bytes: [UInt8](blob[entry.model[0]..<entry.model[0] + entry.model[1]]))
      for graph in model.graphs {
        for node in graph.operators where !node.inputs.isEmpty {
          let found = node.inputs.filter { $0 >= 0 }.map { graph.tensors[$0].type }
          #expect(
            found.contains { types[node.name]?.contains($0) ?? false },
            "\(entry.name): \(node.name) reads \(found.map { $0.name })")
        }
      }
    }
  }
}

extension OperatorRecipe: CustomTestStringConvertible {
  public var testDescription: String { name }
}
