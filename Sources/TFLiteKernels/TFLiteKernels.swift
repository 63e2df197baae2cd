package struct KernelSet: Sendable {
  package let name: String
  package static let reference = KernelSet(name: "reference")
  package static let portable = KernelSet(name: "portable")
  package static let best = portable
}
