import TFLiteSchema
import TestSupport

extension Draft {
  /// Operators that do not care for places between transpositions and their inverses, as converters leave them, and now and then
  /// what keeps these from meeting: a transposition too many, or a reader outside.
  mutating func island(_ outside: Value) throws -> Value {
    let rank = outside.shape.count
    var rest = Array(0..<rank)
    let axes = (0..<rank).map { _ in rest.remove(at: draw.int(0...rest.count - 1)) }
    let inverse = axes.indices.map { outer in axes.firstIndex(of: outer) ?? 0 }
    func transposed(_ draft: inout Draft, _ value: Value, _ axes: [Int]) throws -> Value {
      try draft.apply(.transpose, .none, [value.tensor, draft.numbers(axes)], like: value)
    }
    var inside = [try transposed(&self, outside, axes)]
    for _ in 0..<draw.int(1...5) {
      let x = draw.one(of: inside)
      switch draw.int(0...6) {
      case 0...2: inside.append(try function(x))
      case 3: inside.append(try sum(x, draw.one(of: inside.filter { $0.shape == x.shape })))
      case 4: inside.append(try transposed(&self, try input(outside.shape), axes))
      case 5 where rank <= 4 && kind != .int16:
        let margins = (0..<rank).flatMap { _ in [draw.int(0...2), draw.chance(0.5) ? 0 : 1] }
        let table = constant(.int32([rank, 2], margins.map { Int32($0) }))
        inside.append(try apply(.pad, .none, [x.tensor, table], like: x))
      default: inside.append(try transposed(&self, x, draw.chance(0.5) ? axes : inverse))
      }
    }
    var last = try transposed(&self, inside[inside.count - 1], inverse)
    for x in inside.dropLast() where draw.chance(0.3) {
      let other = try transposed(&self, x, inverse)
      last = other.shape == last.shape ? try sum(last, other) : other
    }
    return draw.chance(0.8) ? try function(last) : last
  }
}
