/// The passes that operators bring, each of which looks for patterns with one of those operators, and functions that one of
/// the passes puts in the place of patterns: nil where none of the operators at hand brings it, so that a linker can drop it.
package struct BroughtPasses: Sendable {
  var variableForwarding: Pass?
  var meetingTranspositions: Pass?
  var separateChannels: Pass?
  var dilationFusion: Pass?
  var paddingFusion: Pass?
  var listUpdate: Pass?
  var writtenSoftmaxes: Pass?
  var layerNormalization: Pass?
  var recurrentCells: Pass?
  var activationFunctions: Pass?
  var operandChanges: Pass?
  var joinedProducts: Pass?
  var loopHoisting: Pass?
  var attentionOrder: Pass?

  // For `activationFunctions`.
  var swish: FusedOperatorEntry?
  var softplus: FusedOperatorEntry?
  var mish: FusedOperatorEntry?
  var prelu: FusedOperatorEntry?
  var gelu: FusedOperatorEntry?

  init() {}

  /// Adds the others.
  mutating func formUnion(_ others: BroughtPasses) {
    variableForwarding = variableForwarding ?? others.variableForwarding
    meetingTranspositions = meetingTranspositions ?? others.meetingTranspositions
    separateChannels = separateChannels ?? others.separateChannels
    dilationFusion = dilationFusion ?? others.dilationFusion
    paddingFusion = paddingFusion ?? others.paddingFusion
    listUpdate = listUpdate ?? others.listUpdate
    writtenSoftmaxes = writtenSoftmaxes ?? others.writtenSoftmaxes
    layerNormalization = layerNormalization ?? others.layerNormalization
    recurrentCells = recurrentCells ?? others.recurrentCells
    activationFunctions = activationFunctions ?? others.activationFunctions
    operandChanges = operandChanges ?? others.operandChanges
    joinedProducts = joinedProducts ?? others.joinedProducts
    loopHoisting = loopHoisting ?? others.loopHoisting
    attentionOrder = attentionOrder ?? others.attentionOrder
    swish = swish ?? others.swish
    softplus = softplus ?? others.softplus
    mish = mish ?? others.mish
    prelu = prelu ?? others.prelu
    gelu = gelu ?? others.gelu
  }

  /// All passes at hand, in their order.
  /// - Parameter isLoopBody: for a graph that runs as the body of a loop alone, so that it may change its inputs and knows when
  ///   they are new.
  func passes(isLoopBody: Bool) -> [Pass] {
    let all: [Pass?] = [
      .commonSubexpressions, variableForwarding, meetingTranspositions, separateChannels, dilationFusion, paddingFusion,
      .channelFolding,
      isLoopBody ? listUpdate : nil, .tableFusion, writtenSoftmaxes, layerNormalization, recurrentCells,
      activationFunctions, .deadOperators, operandChanges, joinedProducts, .sharedQuantization,
      isLoopBody ? loopHoisting : attentionOrder,
    ]
    return all.compactMap { $0 }
  }

  /// What profiles call the operators that the passes put in the place of others.
  package var operatorNames: [String] {
    [swish, softplus, mish, prelu, gelu].compactMap { $0?.name }
      + [listUpdate, writtenSoftmaxes, layerNormalization, recurrentCells, loopHoisting].flatMap { $0?.operators ?? [] }
  }
}
