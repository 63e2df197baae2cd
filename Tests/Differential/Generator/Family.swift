import TFLiteSchema
import TestSupport

/// An operator, or several alike, of which trials are drawn. A new operator is a new entry of `all`.
package struct Family: Sendable {
  package let name: String
  /// The types of activations that it takes.
  package let kinds: [Kind]
  /// Whether it can read what another operator computes.
  var follows = true
  /// Whether others follow behind it now and then.
  var continues = true
  /// Few sessions are compared, since there are many families and types of the kind.
  var isBrief = false
  /// Its models may run in bands of rows.
  var usesBands = false
  /// How many trials of it there are to one of others.
  package var share: UInt64 = 1
  /// Adds the operator to a draft: behind a value, or with fed operands.
  let apply: @Sendable (inout Draft, Draft.Value?) throws -> Draft.Value

  package static let all: [Family] =
    (weighted + volumes + recurrent + pooling + blocks + programs).map {
      var family = $0
      family.share = 3
      family.usesBands = true
      return family
    } + unary + binary + rows + movement + moreMovement + filling + recipes

  package static func named(_ name: String) -> Family? { all.first { $0.name == name } }

  /// A family whose operator can stand anywhere among others of the same type: where rewrites, endings, bands and the memory
  /// plan meet.
  static func connecting(_ draft: inout Draft) -> Family {
    let kind = draft.kind
    return draft.draw.one(of: links.filter { $0.kinds.contains(kind) })
  }

  private static let links: [Family] = {
    let weights = weighted.filter { $0.name != "BATCH_MATMUL" }
    let steady = unary.filter { $0.follows }
    return weights + weights + pooling + steady + binary.filter { $0.follows } + movement.filter { $0.follows }
  }()
}

extension Draft {
  /// SAME or VALID.
  mutating func padding() -> Schema.Padding { draw.chance(0.5) ? .same : .valid }

  /// An activation that is part of another operator.
  mutating func activation() -> Schema.ActivationFunctionType {
    draw.one(of: [.none, .none, .none, .relu, .relu6, .reluN1To1])
  }
}

extension ModelBuilder.OptionValue {
  static func int(_ value: Int) -> Self { .int(Int64(value)) }
  static func bool(_ value: Bool) -> Self { .int(Int64(value ? 1 : 0)) }
}
