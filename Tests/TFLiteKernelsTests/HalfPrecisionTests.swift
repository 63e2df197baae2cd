import TFLiteKernels
import Testing

@Suite struct HalfPrecisionTests {
  @Test func `every pattern comes back`() {
    for bits in UInt16.min...UInt16.max {
      let value = HalfPrecision.float(bits)
      if value.isNaN { continue }
      #expect(HalfPrecision.bits(value) == bits)
    }
  }

  @Test(
    arguments: [
      (65519.996, 0x7BFF), (65520, 0x7C00), (-1e9, 0xFC00), (0x1p-25, 0), (0x1.000002p-25, 1),
      (1 + 0x1p-11, 0x3C00), (1 + 0x3p-11, 0x3C02),
    ] as [(Float, UInt16)]) func `ties go to even`(_ value: Float, _ bits: UInt16)
  {
    #expect(HalfPrecision.bits(value) == bits)
  }
}
