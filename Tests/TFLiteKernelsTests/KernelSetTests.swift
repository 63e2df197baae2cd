import TFLiteKernelSets
import TFLiteKernels
import Testing

/// The list of kernel sets.
@Suite struct KernelSetTests {
  @Test func setsAreListedOnceAndSlowestFirst() {
    let names = KernelSets.available.map { $0.set.name.description }
    let places = names.map { KernelSets.instructions.firstIndex(of: $0) }
    #expect(!places.contains(nil))
    #expect(places.compactMap(\.self) == places.compactMap(\.self).sorted())
    #expect(Set(names).count == names.count)
  }

  @Test func setsAreNamedAfterTheirInstructions() {
    for entry in KernelSets.available where entry.name != "portable" {
      #expect(entry.set.name.description == entry.name)
    }
  }

  @Test func everyVectorSetHasPeaks() {
    for set in kernelSets { #expect(set.peaks != nil, "\(set.name)") }
  }
}
