/// A fixed-width font of dots for the printable ASCII characters, drawn for this package: 5 columns, 7 rows for
/// capitals and one more below the line.
enum BitmapFont {
  /// Rows of a glyph.
  static let height = 8
  /// Columns from one glyph to the next, one of them empty.
  static let advance = 6

  /// The dots of a character.
  struct Glyph: Hashable, Sendable {
    /// Bits 0 to 4 of row r's byte are columns 4 to 0.
    private let rows: UInt64

    init(_ rows: UInt64) {
      self.rows = rows
    }

    func isSet(row: Int, column: Int) -> Bool {
      guard (0..<BitmapFont.height).contains(row), (0..<5).contains(column) else { return false }
      return rows >> UInt64(row * 8 + 4 - column) & 1 == 1
    }
  }

  /// The glyph of a character, of "?" for those that are not drawn.
  static func glyph(_ character: Character) -> Glyph {
    let code = character.asciiValue.map(Int.init) ?? 0
    return (32..<127).contains(code) ? glyphs[code - 32] : glyphs[31]
  }

  /// Glyphs from space to tilde. A row of dots is one digit of base 32, its highest bit the leftmost dot.
  private static let glyphs: [Glyph] = drawings.map { drawing in
    var rows: UInt64 = 0
    for (row, digit) in drawing.utf8.enumerated() {
      let value = digit < 0x41 ? digit &- 0x30 : digit &- 0x41 &+ 10
      rows |= UInt64(value) << UInt64(row * 8)
    }
    return Glyph(rows)
  }

  private static let drawings: [String] = [
    "00000000", "44444040", "AAA00000", "0AVAVA00", "4FKE5U40", "OP248J30", "CI8LIID0", "44800000",
    "24888420", "84222480", "04LEL400", "044V4400", "00000448", "000V0000", "00000CC0", "01248G00",
    "EHJLPHE0", "4C4444E0", "EH1248V0", "V2421HE0", "26AIV220", "VGU11HE0", "68GUHHE0", "V1248880",
    "EHHEHHE0", "EHHF12C0", "0CC0CC00", "0CC0CC48", "248G8420", "00V0V000", "84212480", "EH124040",
    "EHNLNGE0", "EHHVHHH0", "UHHUHHU0", "EHGGGHE0", "SIHHHIS0", "VGGUGGV0", "VGGUGGG0", "EHGNHHF0",
    "HHHVHHH0", "E44444E0", "7222IIC0", "HIKOKIH0", "GGGGGGV0", "HRLLHHH0", "HHPLJHH0", "EHHHHHE0",
    "UHHUGGG0", "EHHHLID0", "UHHUKIH0", "FGGE11U0", "V4444440", "HHHHHHE0", "HHHHHA40", "HHHLLLA0",
    "HHA4AHH0", "HHHA4440", "V1248GV0", "E88888E0", "0G842100", "E22222E0", "4AH00000", "0000000V",
    "84200000", "00E1FHF0", "GGMPHHU0", "00EGGHE0", "11DJHHF0", "00EHVGE0", "69S88880", "00FHHF1E",
    "GGMPHHH0", "40C444E0", "206222IC", "GGIKOKI0", "C44444E0", "00QLLHH0", "00MPHHH0", "00EHHHE0",
    "00UHHUGG", "00FHHF11", "00MPGGG0", "00EGE1U0", "88S88960", "00HHHJD0", "00HHHA40", "00HHLLA0",
    "00HA4AH0", "00HHHF1E", "00V248V0", "24484420", "44444440", "84424480", "008L2000",
  ]
}
