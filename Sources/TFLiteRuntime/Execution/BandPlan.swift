/// When operators run together in bands of rows: in bytes.
package struct BandLimits: Sendable, Hashable {
  /// Tensors from this size on are worth keeping out of memory: twice a second-level cache. Smaller ones survive there in part,
  /// and bands would cost more than they bring.
  package var smallestTensor: Int
  /// What the tensors of one band may take: they and the weights share the second-level cache.
  package var band: Int
  /// Constants that an operator may read again for every band.
  package var constants: Int

  /// The limits that suit most processors, or others.
  package init(
    smallestTensor: Int = 2 * MachineModel.secondLevelCache, band: Int = MachineModel.bandOfCache,
    constants: Int = MachineModel.secondLevelCache / 16
  ) {
    self.smallestTensor = smallestTensor
    self.band = band
    self.constants = constants
  }
}

/// Operators that compute their outputs together, a band of rows at a time, so that what one writes is still in the cache
/// when the next reads it. Tensors that only they use keep no more rows than the bands need.
///
/// Each band ends at a row of the last operator's output; the others compute just the rows which that takes beyond those
/// that they have computed before. With several threads each has a part of the output, of which it computes all bands in memory
/// of its own: threads neither wait for each other nor fetch what others have written. The few rows that two parts need are
/// computed in both. Results do not depend on bands or parts.
struct BandPlan {
  /// What is counted.
  enum Unit {
    /// As `RowWindow` does.
    case rows
    /// As `LineWindow` does.
    case lines
  }

  /// The memory of a tensor in each part.
  struct Memory {
    /// The rows that it holds.
    var rows: Int
    /// Bytes of a row.
    var rowSize: Int
    /// The tensor in whose memory this one lies.
    var shared: Int?

    var byteCount: Int { AlignedMemory.roundedUp(rows * rowSize + slack) }
  }

  let unit: Unit
  /// The operators from the first to the last, with those between them that do not run.
  let operators: ClosedRange<Int>
  /// For each tensor that only they use, its memory.
  private(set) var memory: [Int: Memory] = [:]
  /// What is done one after the other, for each part.
  private(set) var parts: [[Step]] = []

  /// Bytes behind the rows of a band that kernels may load without using them, where more of the tensor would follow.
  private static let slack = 64

  /// Rows of one operator.
  struct Step {
    var number: Int
    var rows: Range<Int>
    /// The tensor written, if it holds only some of its rows.
    var tensor: Int?
    /// The row at the start of its memory, from this step on.
    var firstRow = 0
    /// Rows that are moved to the start before: where from, in rows of memory, and how many.
    var movedFrom = 0
    var movedRows = 0
  }

  /// Operators of a plan at most, which bounds the search for one.
  static let longestChain = 16

  /// The plans for the operators `range`, all prepared.
  static func plans(_ executor: SubgraphExecutor, _ range: Range<Int>) -> [BandPlan] {
    var plans = linePlans(executor, range)
    let taken = PositionSet(plans.lazy.flatMap { $0.operators })
    var chain: [Int] = []
    func close() {
      if let plan = longest(chain, executor, .rows) { plans.append(plan) }
      chain = []
    }
    for number in range {
      let state = executor.states[number]
      if !state.hasPlace { continue }
      guard !taken.contains(number), canFollow(state, executor) else {
        close()
        continue
      }
      if let last = chain.last,
        chain.count == longestChain || !continues(state, executor, last) || !countsRows(state, executor, of: chain)
      {
        close()
      }
      chain.append(number)
    }
    close()
    return plans
  }

  /// Whether the operator can be one of several.
  private static func canFollow(_ state: OperatorState, _ executor: SubgraphExecutor) -> Bool {
    guard state.outputs.count == 1, !state.stated.hasDynamicOutput, !state.isIdle, state.stated.scratchSizes.isEmpty,
      let window = state.rowWindow, window.rows == executor.tensors[state.written(0)].rowCount
    else { return false }
    return constantSize(state) <= executor.program.bands.constants
  }

  private static func constantSize(_ state: OperatorState) -> Int {
    state.inputs.reduce(0) { $0 + ($1.map { $0.isConstant ? $0.byteCount : 0 } ?? 0) }
  }

  /// Whether the operator reads something large that the one before has just written.
  private static func continues(_ state: OperatorState, _ executor: SubgraphExecutor, _ last: Int) -> Bool {
    let previous = executor.states[last]
    let tensor = previous.written(0)
    let limits = executor.program.bands
    // Several threads also fetch less from each other's caches, which is worth rows computed twice if those cost little.
    let isLight = max(constantSize(previous), constantSize(state)) <= limits.constants / 4
    let smallest = limits.smallestTensor / (isLight && executor.resources.workers.threadCount > 1 ? 2 : 1)
    return executor.tensors[tensor].byteCount >= smallest && state.reads(tensor)
  }

  /// Whether the rows of what the chain writes, as far as the operator reads them one for one, are its own: tensors of another
  /// rank, which broadcasts, may count them otherwise.
  private static func countsRows(_ state: OperatorState, _ executor: SubgraphExecutor, of chain: [Int]) -> Bool {
    guard let window = state.rowWindow else { return false }
    return chain.allSatisfy { member in
      let tensor = executor.states[member].written(0)
      return executor.tensors[tensor].rowCount == window.rows
        || state.epilogue?.addend?.index != tensor && (!window.isOneForOne || !state.node.inputs.contains(tensor))
    }
  }

  /// The plan for as many operators of `chain` as can go together from its start; the rest run by themselves.
  static func longest(_ chain: [Int], _ executor: SubgraphExecutor, _ unit: Unit) -> BandPlan? {
    var count = chain.count
    while count >= 2 {
      if let plan = BandPlan(Array(chain[..<count]), executor, unit) { return plan }
      count -= 1
    }
    return nil
  }

  /// Nil when no bands of these operators are small enough, or one would be all.
  private init?(_ chain: [Int], _ executor: SubgraphExecutor, _ unit: Unit) {
    guard let first = chain.first, let last = chain.last, let window = unit.window(executor.states[last]) else {
      return nil
    }
    self.unit = unit
    operators = first...last
    // Depthwise kernels take two rows together.
    let step = unit == .rows ? 2 : Self.fewestLines
    let count = min(executor.resources.workers.threadCount, window.rows / step)
    if count < 1 || (count > 1 && !Schedule.hasInnerTensorsAlone(chain, executor, unit)) { return nil }
    let rows = (0..<count).map { $0 * window.rows / count..<($0 + 1) * window.rows / count }
    // Products read packed matrices again for each band, which share the cache with it.
    let limit = executor.program.bands.band / (unit == .rows ? 1 : 2)
    // The largest bands that fit, from few and large ones on: the smallest of a long image would be very many.
    var best: [Schedule] = []
    var least = 1
    var most = (count > 1 ? rows[count - 1].count : window.rows - 1) / step
    while least <= most {
      let middle = (least + most) / 2
      let schedules = rows.map { Schedule(chain, executor, unit, rows: $0, bandRows: middle * step) }
      if schedules.contains(where: { $0.byteCount > limit || $0.exceeds(executor, count) }) {
        most = middle - 1
      } else {
        best = schedules
        least = middle + 1
      }
    }
    if best.isEmpty { return nil }
    for schedule in best {
      for (tensor, rows) in schedule.heldRows {
        memory[tensor] = Memory(
          rows: max(memory[tensor]?.rows ?? 0, rows), rowSize: schedule.rowSizes[tensor] ?? 0,
          shared: schedule.shared[tensor])
      }
    }
    parts = best.map { $0.steps }
  }
}

extension BandPlan.Unit {
  /// Nil for an operator that cannot compute some by themselves.
  fileprivate func window(_ state: OperatorState) -> RowWindow? {
    switch self {
    case .rows: state.rowWindow
    case .lines: state.lineWindow.map { RowWindow(rows: $0.lines) }
    }
  }
}

/// The bands of a chain of operators for one size of band.
private struct Schedule {
  var steps: [BandPlan.Step] = []
  /// For each tensor that only they use: the rows held at once, and the bytes of one.
  var heldRows: [Int: Int] = [:]
  var rowSizes: [Int: Int] = [:]
  /// Of these tensors, those that lie in the memory of another.
  var shared: [Int: Int] = [:]
  var byteCount = 0

  private struct Link {
    var number: Int
    var window: RowWindow
    /// The tensor written, and the members of the chain that read it, each with the rows of it that its own take.
    var tensor: Int
    var readers: [(member: Int, window: RowWindow)] = []
    /// Nobody else reads it.
    var isInner: Bool
    /// The rows computed, and the first of those in memory.
    var done = 0
    var firstRow = 0
  }

  /// Bands of the rows `rows` of what the last operator writes.
  init(
    _ chain: [Int], _ executor: SubgraphExecutor, _ unit: BandPlan.Unit, rows: Range<Int>, bandRows: Int
  ) {
    var links = Self.links(chain, executor, unit)
    let group = unit == .lines ? chain.reduce(1) { max($0, executor.states[$1].lineWindow?.group ?? 1) } : 1
    for index in links.indices.reversed() {
      let readers = links[index].readers.map { $0.window.firstInput(of: links[$0.member].done) }
      links[index].done = index == links.count - 1 ? rows.lowerBound : readers.min() ?? 0
      links[index].firstRow = links[index].done
    }
    let isAll = rows == 0..<links[links.count - 1].window.rows
    var end = rows.lowerBound
    while end < rows.upperBound {
      end = min(rows.upperBound, Self.bandEnd(end, bandRows, group))
      addBand(&links, end, isLast: isAll && end == rows.upperBound)
    }
    if unit == .lines { share(links, executor) }
    for link in links where link.isInner {
      let tensor = executor.tensors[link.tensor]
      rowSizes[link.tensor] = tensor.byteCount / max(1, unit == .rows ? tensor.rowCount : link.window.rows)
      if shared[link.tensor] != nil { continue }
      byteCount += (heldRows[link.tensor] ?? 0) * (tensor.byteCount / max(1, link.window.rows))
    }
  }

  /// Where the band from row `start` on ends: groups of rows are whole, or cut into about equal parts.
  private static func bandEnd(_ start: Int, _ bandRows: Int, _ group: Int) -> Int {
    if group == 1 { return start + bandRows }
    let next = (start / group + 1) * group
    if bandRows >= group { return max(next, (start + bandRows) / group * group) }
    let parts = (group + bandRows - 1) / bandRows
    let size = (group + parts - 1) / parts
    let step = BandPlan.fewestLines
    return min(next, start + min(bandRows, (size + step - 1) / step * step))
  }

  /// Lets tensors lie in those that they may take over the memory of.
  private mutating func share(_ links: [Link], _ executor: SubgraphExecutor) {
    for (position, link) in links.enumerated() where link.isInner {
      let state = executor.states[link.number]
      for pair in state.stated.inPlace where pair.input < state.node.inputs.count {
        let input = state.node.inputs[pair.input]
        guard
          let source = links.first(where: {
            $0.isInner && $0.tensor == input && $0.readers.map { $0.member } == [position]
          }),
          heldRows[input] == heldRows[link.tensor],
          executor.tensors[input].byteCount == executor.tensors[link.tensor].byteCount
        else { continue }
        shared[link.tensor] = shared[source.tensor] ?? source.tensor
        break
      }
    }
  }

  /// Whether the memory of so many parts is more than whole tensors take, of which one is read and another written.
  func exceeds(_ executor: SubgraphExecutor, _ parts: Int) -> Bool {
    let largest = heldRows.keys.map { executor.tensors[$0].byteCount }.max() ?? 0
    return parts > 1 && byteCount * parts > largest + largest / 2
  }

  /// Whether nobody else reads what the operators write, but for the last.
  static func hasInnerTensorsAlone(
    _ chain: [Int], _ executor: SubgraphExecutor, _ unit: BandPlan.Unit
  ) -> Bool {
    links(chain, executor, unit).dropLast().allSatisfy { $0.isInner && !$0.readers.isEmpty }
  }

  private static func links(_ chain: [Int], _ executor: SubgraphExecutor, _ unit: BandPlan.Unit) -> [Link] {
    var links: [Link] = []
    for number in chain {
      let state = executor.states[number]
      guard let window = unit.window(state) else { continue }
      for (position, link) in links.enumerated() {
        if state.node.inputs.contains(link.tensor) { links[position].readers.append((links.count, window)) }
        // A row of what an epilogue adds is one of the output.
        if state.epilogue?.addend?.index == link.tensor {
          links[position].readers.append((links.count, RowWindow(rows: window.rows)))
        }
      }
      let tensor = state.written(0)
      let isInner =
        !executor.isOutput[tensor] && executor.lastReaders[tensor] <= chain[chain.count - 1]
        && executor.lastReaders[tensor] > number
      links.append(Link(number: number, window: window, tensor: tensor, isInner: isInner))
    }
    return links
  }

  /// The rows that the last operator's rows before `end` need; all that are left in the last band.
  private mutating func addBand(_ links: inout [Link], _ end: Int, isLast: Bool) {
    var ends = [Int](repeating: 0, count: links.count)
    for index in links.indices.reversed() {
      let link = links[index]
      var needed = index == links.count - 1 ? end : 0
      for reader in link.readers { needed = max(needed, reader.window.inputEnd(of: ends[reader.member])) }
      ends[index] = isLast ? link.window.rows : max(link.done, min(needed, link.window.rows))
    }
    for index in links.indices where ends[index] > links[index].done {
      let link = links[index]
      var step = BandPlan.Step(number: link.number, rows: link.done..<ends[index])
      if link.isInner {
        var kept = link.done
        for reader in link.readers { kept = min(kept, reader.window.firstInput(of: links[reader.member].done)) }
        step.tensor = link.tensor
        step.firstRow = kept
        step.movedFrom = kept - link.firstRow
        step.movedRows = step.movedFrom > 0 ? link.done - kept : 0
        links[index].firstRow = kept
        heldRows[link.tensor] = max(heldRows[link.tensor] ?? 0, ends[index] - kept)
      }
      links[index].done = ends[index]
      steps.append(step)
    }
  }
}
