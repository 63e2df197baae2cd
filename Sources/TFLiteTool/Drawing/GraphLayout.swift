/// Where the nodes of a graph stand: in layers from top to bottom, so that every link leads downwards, with few crossings
/// and few bends.
///
/// After Sugiyama, Tagawa and Toda (1981): layers by the longest way; a long link is a chain of points, one a layer; the
/// order within layers by averages of neighbors, several times up and down; positions such that each node stands as near
/// to its neighbors' mean as the order and the widths allow, which is a regression under order (pool adjacent violators).
struct GraphLayout {
  /// A link as it is drawn: from its source through points of the layers that follow to each target.
  struct Route {
    let source: Int
    /// Positions in the layers from the one after the source's on.
    let points: [Double]
    let targets: [Int]
  }

  /// The layer of each node.
  let layers: [Int]
  /// The middle of each node; the leftmost edge of all is at 0.
  let positions: [Double]
  /// In the order of the links.
  let routes: [Route]
  let layerCount: Int
  let width: Double

  /// Room between neighbors of a layer, and what a point of a link takes.
  static let gap = 24.0
  static let pointWidth = 8.0
  /// Points of links at most; the longest links beyond are drawn without.
  private static let mostPoints = 60_000

  /// - Parameters:
  ///   - widths: of the nodes.
  ///   - links: sources and targets, those behind the source.
  init(widths: [Double], links: [OperatorGraph.Link]) {
    layers = Self.layers(widths.count, links)
    layerCount = (layers.max() ?? -1) + 1
    var grid = Grid(layers: layers, widths: widths, layerCount: layerCount)
    let chains = grid.add(links, layers, most: Self.mostPoints)
    grid.order()
    grid.place()
    grid.straighten()
    let left = grid.x.indices.map { grid.x[$0] - grid.widths[$0] / 2 }.min() ?? 0
    let right = grid.x.indices.map { grid.x[$0] + grid.widths[$0] / 2 }.max() ?? 0
    positions = widths.indices.map { grid.x[$0] - left }
    routes = zip(links, chains).map { link, chain in
      Route(source: link.source, points: chain.map { grid.x[$0] - left }, targets: link.targets)
    }
    width = right - left
  }

  private static func layers(_ count: Int, _ links: [OperatorGraph.Link]) -> [Int] {
    var layers = [Int](repeating: 0, count: count)
    var isSource = [Bool](repeating: true, count: count)
    var outgoing = [[Int]](repeating: [], count: count)
    for link in links {
      for target in link.targets {
        outgoing[link.source].append(target)
        isSource[target] = false
      }
    }
    for node in 0..<count {
      for target in outgoing[node] { layers[target] = max(layers[target], layers[node] + 1) }
    }
    // What nothing leads to stands right above those that need it.
    for node in 0..<count where isSource[node] {
      if let next = outgoing[node].map({ layers[$0] }).min() { layers[node] = next - 1 }
    }
    return layers
  }
}

/// The nodes and the points of links, layer by layer.
private struct Grid {
  var widths: [Double]
  var x: [Double] = []
  /// Items of each layer in their order.
  private var rows: [[Int]]
  private var above: [[Int]]
  private var below: [[Int]]
  /// The place of each item in its layer.
  private var places: [Double] = []
  private let nodeCount: Int

  init(layers: [Int], widths: [Double], layerCount: Int) {
    self.widths = widths
    nodeCount = widths.count
    rows = [[Int]](repeating: [], count: layerCount)
    for (node, layer) in layers.enumerated() { rows[layer].append(node) }
    above = [[Int]](repeating: [], count: widths.count)
    below = above
  }

  /// Adds the points of links and returns those of each.
  mutating func add(_ links: [OperatorGraph.Link], _ layers: [Int], most: Int) -> [[Int]] {
    func span(_ link: OperatorGraph.Link) -> Int {
      (link.targets.map { layers[$0] }.max() ?? layers[link.source]) - layers[link.source] - 1
    }
    var chains = [[Int]](repeating: [], count: links.count)
    var room = most
    let shortFirst = links.indices.sorted { (span(links[$0]), $0) < (span(links[$1]), $1) }
    for index in shortFirst where span(links[index]) <= room {
      let link = links[index]
      room -= max(0, span(link))
      var chain = [link.source]
      for layer in layers[link.source] + 1..<max(layers[link.source] + 1, layers[link.source] + 1 + span(link)) {
        let point = widths.count
        widths.append(GraphLayout.pointWidth)
        above.append([])
        below.append([])
        rows[layer].append(point)
        connect(chain[chain.count - 1], point)
        chain.append(point)
      }
      for target in link.targets { connect(chain[layers[target] - layers[link.source] - 1], target) }
      chains[index] = Array(chain.dropFirst())
    }
    return chains
  }

  private mutating func connect(_ upper: Int, _ lower: Int) {
    below[upper].append(lower)
    above[lower].append(upper)
  }

  // MARK: Order

  mutating func order() {
    places = [Double](repeating: 0, count: widths.count)
    for row in rows { number(row) }
    var (best, least) = (rows, crossings)
    for sweep in 0..<10 where least > 0 {
      let isDown = sweep % 2 == 0
      for layer in isDown ? Array(rows.indices) : rows.indices.reversed() {
        let neighbors = isDown ? above : below
        let entries = rows[layer].map { item -> (key: Double, place: Double, item: Int) in
          let near = neighbors[item]
          if near.isEmpty { return (places[item], places[item], item) }
          return (near.reduce(0) { $0 + places[$1] } / Double(near.count), places[item], item)
        }
        rows[layer] = entries.sorted { ($0.key, $0.place) < ($1.key, $1.place) }.map { $0.item }
        number(rows[layer])
      }
      let count = crossings
      if count < least { (best, least) = (rows, count) }
    }
    rows = best
    for row in rows { number(row) }
  }

  private mutating func number(_ row: [Int]) {
    for (place, item) in row.enumerated() { places[item] = Double(place) }
  }

  /// How often links cross, counted layer by layer with a tree of sums.
  private var crossings: Int {
    var total = 0
    for (row, next) in zip(rows, rows.dropFirst()) where row.count > 1 && next.count > 1 {
      var sums = [Int](repeating: 0, count: next.count + 1)
      var count = 0
      for item in row {
        let targets = below[item].map { Int(places[$0]) }.sorted()
        for target in targets {
          var (index, notRight) = (target + 1, 0)
          while index > 0 {
            notRight += sums[index]
            index -= index & -index
          }
          total += count - notRight
        }
        for target in targets {
          var index = target + 1
          while index <= next.count {
            sums[index] += 1
            index += index & -index
          }
          count += 1
        }
      }
    }
    return total
  }

  // MARK: Positions

  mutating func place() {
    x = [Double](repeating: 0, count: widths.count)
    for row in rows { fit(row, row.map { _ in (0, 1) }) }
    for sweep in 0..<12 {
      let isDown = sweep % 2 == 0
      for layer in isDown ? Array(rows.indices) : rows.indices.reversed() {
        fit(rows[layer], rows[layer].map { wish($0, isDown: isDown) })
      }
    }
  }

  /// Takes out what long graphs drift to one side: the trend of the layers' middles, by lines fitted to the layers around.
  mutating func straighten() {
    let reach = 60
    guard rows.count > 40 else { return }
    let middles = rows.map { row -> Double in
      let nodes = row.filter { $0 < nodeCount }
      return nodes.reduce(0) { $0 + x[$1] } / Double(max(1, nodes.count))
    }
    for layer in rows.indices {
      let range = max(0, layer - reach)..<min(rows.count, layer + reach + 1)
      let center = Double(range.lowerBound + range.upperBound - 1) / 2
      let mean = range.reduce(0) { $0 + middles[$1] } / Double(range.count)
      var (covariance, variance) = (0.0, 0.0)
      for other in range {
        covariance += (Double(other) - center) * (middles[other] - mean)
        variance += (Double(other) - center) * (Double(other) - center)
      }
      let trend = mean + (variance > 0 ? covariance / variance : 0) * (Double(layer) - center)
      for item in rows[layer] { x[item] -= trend }
    }
  }

  /// Where an item wishes to stand, and how much.
  private func wish(_ item: Int, isDown: Bool) -> (position: Double, weight: Double) {
    var neighbors = isDown ? above[item] : below[item]
    if neighbors.isEmpty { neighbors = isDown ? below[item] : above[item] }
    if neighbors.isEmpty { return (x[item], 0.1) }
    let mean = neighbors.reduce(0) { $0 + x[$1] } / Double(neighbors.count)
    // Long links stay straight, others give way.
    let isPoint = item >= nodeCount
    return (mean, isPoint && neighbors[0] >= nodeCount ? 8 : isPoint ? 2 : 1)
  }

  /// Puts the items of a layer as near to where they wish to stand as their order and widths allow.
  private mutating func fit(_ row: [Int], _ wishes: [(position: Double, weight: Double)]) {
    struct Block {
      var sum: Double
      var weight: Double
      var count: Int
      var mean: Double { sum / weight }
    }
    var blocks: [Block] = []
    var offsets: [Double] = []
    var offset = 0.0
    for (place, item) in row.enumerated() {
      if place > 0 { offset += (widths[row[place - 1]] + widths[item]) / 2 + GraphLayout.gap }
      offsets.append(offset)
      let (position, weight) = wishes[place]
      var block = Block(sum: (position - offset) * weight, weight: weight, count: 1)
      while let last = blocks.last, last.mean > block.mean {
        blocks.removeLast()
        block.sum += last.sum
        block.weight += last.weight
        block.count += last.count
      }
      blocks.append(block)
    }
    var place = 0
    for block in blocks {
      for _ in 0..<block.count {
        x[row[place]] = block.mean + offsets[place]
        place += 1
      }
    }
  }
}
