import TFLiteKernelSets
import TFLiteKernels

/// The time one operator took.
public struct OperatorProfile: Sendable {
  /// The subgraph it stands in.
  public let subgraph: Int
  /// The position in the subgraph.
  public let index: Int
  /// The name such as `CONV_2D`.
  public let name: String
  /// The name of the first output, which says where in the network the operator stands.
  public let output: String
  /// Executions since the last `resetProfile`.
  public let runs: Int
  /// Their time in all.
  public let nanoseconds: UInt64
}

/// The memory plan of one segment of a subgraph.
public struct MemoryReport: Sendable, CustomStringConvertible {
  /// One buffer of the arena.
  public struct Entry: Sendable {
    /// What it holds.
    public let label: String
    /// Bytes from the start of the arena.
    public let offset: Int
    /// Its size.
    public let byteCount: Int
    /// The operator that writes it first.
    public let firstUse: Int
    /// The last operator that reads it.
    public let lastUse: Int
  }

  /// The subgraph planned for.
  public let subgraph: Int
  /// The operators the plan covers.
  public let operators: Range<Int>
  /// Bytes of the arena.
  public let arenaByteCount: Int
  /// The largest sum of tensors alive at once: no plan needs less.
  public let lowerBound: Int
  /// By offset.
  public let entries: [Entry]

  /// A table for people.
  public var description: String {
    var text =
      "subgraph \(subgraph), operators \(operators.lowerBound)..<\(operators.upperBound): arena \(arenaByteCount) bytes, lower bound \(lowerBound)\n"
    for entry in entries { text += "  \(entry)\n" }
    return text
  }
}

/// The tensors of a subgraph as a session has them.
package struct TensorReport: Sendable {
  /// The subgraph.
  package let subgraph: Int
  /// It runs as the body of loops alone.
  package let isLoopBody: Bool
  /// All tensors; those from the file's number of tensors on are the session's own.
  package let tensors: [TensorInfo]
  /// For each tensor: the content is known before an invocation.
  package let isConstant: [Bool]
}

extension SubgraphExecutor {
  /// The position in the file of an operator, and of what follows the last.
  fileprivate func position(_ number: Int) -> Int {
    if number >= states.count { return compiled.stated.operators.count }
    return number == 0 ? 0 : states[number].node.index
  }

  /// The same for a run of operators.
  fileprivate func positions(_ numbers: Range<Int>) -> Range<Int> {
    let start = position(numbers.lowerBound)
    return start..<max(start, position(numbers.upperBound))
  }
}

extension Session {
  /// The bytes that count against `SessionOptions.memoryLimit`: those that the session holds now, and those derived from
  /// the model's constants for all of its sessions.
  public var memoryByteCount: Int { program.resources.memory.byteCount }

  /// Whether the request that `SessionOptions.refusedRequest` names is still to come.
  package var awaitsRefusal: Bool { program.resources.memory.remainingGrants != nil }

  /// The bytes that the session itself holds; can be asked when it is gone, and should be none then.
  package var ownByteCount: @Sendable () -> Int {
    { [memory = program.resources.memory] in memory.ownByteCount }
  }

  /// The times of all operators since the last `resetProfile`, in order; empty unless the options ask for profiling.
  public var profile: [OperatorProfile] {
    guard program.resources.profiling else { return [] }
    return program.existing.flatMap { executor in
      executor.states.filter { $0.timing.runs > 0 }.map {
        OperatorProfile(
          subgraph: executor.index, index: $0.node.index, name: $0.node.name,
          output: $0.outputs.first { $0.description.index >= 0 }?.name ?? "", runs: $0.timing.runs,
          nanoseconds: $0.timing.nanoseconds)
      }
    }
  }

  /// Starts the measurement anew.
  public func resetProfile() {
    for executor in program.existing {
      for state in executor.states {
        state.timing = .init()
      }
    }
  }

  /// Where the planner put every tensor and scratch buffer, as far as planned.
  public var memoryPlan: [MemoryReport] {
    program.existing.flatMap { executor in
      executor.segments.map { segment in
        let labels = segment.labels(executor)
        let entries = segment.plan.usages.indices.map { index in
          MemoryReport.Entry(
            label: labels[index], offset: segment.plan.offsets[index],
            byteCount: segment.plan.usages[index].byteCount,
            firstUse: executor.position(segment.plan.usages[index].firstUse),
            lastUse: executor.position(segment.plan.usages[index].lastUse))
        }
        return MemoryReport(
          subgraph: executor.index,
          operators: executor.positions(segment.operators),
          arenaByteCount: segment.plan.arenaByteCount,
          lowerBound: segment.plan.lowerBound,
          entries: entries.sorted { ($0.offset, $0.firstUse) < ($1.offset, $1.firstUse) })
      }
    }
  }

  /// Tensors of the graphs that the session has made, with the shapes that `prepare` and invocations have given them.
  package var tensorReports: [TensorReport] {
    program.existing.map { executor in
      TensorReport(
        subgraph: executor.index, isLoopBody: executor.compiled.isLoopBody,
        tensors: executor.tensors.map { TensorInfo($0) }, isConstant: executor.tensors.map { $0.isConstant })
    }
  }

  /// Bytes of all arenas, as far as planned.
  public var arenaByteCount: Int {
    program.existing.reduce(0) { $0 + $1.segments.reduce(0) { $0 + $1.plan.arenaByteCount } }
  }

  /// Bytes of packed weights and folded constants of the model, which its sessions share.
  public var sharedByteCount: Int { model.constants.byteCount }

  /// The instructions that the kernels in use are made of: `sse2`, `avx2`, `avxvnni` or `avx512` on x86-64, `neon`, `dot` or
  /// `i8mm` on arm64, `vectors` on other processors; `reference` for plain loops.
  public var kernelsName: String { program.resources.kernels.name.description }

  /// How exactly products of floats are computed: `reduced` when that was asked for and the processor is faster so.
  public var precision: SessionOptions.Precision { program.resources.kernels.isReduced ? .reduced : .full }

  /// The instructions of faster kernels for this processor, by their `kernelsName`: nil when those in use are the fastest,
  /// else options, TFLITE_KERNELS in the environment or a build without processor tiers have decided otherwise.
  public var fasterKernelsName: String? {
    SessionOptions.Kernels.fasterInstructions(than: program.resources.kernels.name)
  }
}
