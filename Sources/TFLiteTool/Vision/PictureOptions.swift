import ArgumentParser
import TFLiteVision

/// How pictures become inputs.
struct PictureOptions: ParsableArguments {
  enum Fit: String, ExpressibleByArgument, CaseIterable {
    case stretch, crop, letterbox
  }

  enum Filter: String, ExpressibleByArgument, CaseIterable {
    case antialiased, bilinear, nearest
  }

  @Option(
    help: ArgumentHelp(
      "The value, or one for each channel, taken from each pixel of 0 to 255.", valueName: "m or m,m,m"))
  var mean: String?

  @Option(help: ArgumentHelp("The value, or one for each channel, to divide by then.", valueName: "s or s,s,s"))
  var std: String?

  @Option(help: "Pictures of other proportions: stretch, crop to the middle, or letterbox.")
  var fit = Fit.stretch

  @Option(help: "Resampling: antialiased (as PIL), bilinear (as TensorFlow Lite) or nearest.")
  var resampling = Filter.antialiased

  @Flag(help: "The model wants blue, green, red.")
  var bgr = false

  @Option(help: ArgumentHelp("The largest picture that is read, in pixels: width times height.", valueName: "pixels"))
  var maxPixels = DecodingLimits().maximumPixels

  /// The picture in a file.
  /// - Throws: `PictureError`.
  func load(_ path: String) throws(PictureError) -> Picture {
    try Picture(contentsOf: path, limits: limits)
  }

  /// The limits of decoding.
  var limits: DecodingLimits { DecodingLimits(maximumPixels: maxPixels) }

  /// The options as the library takes them.
  var input: PictureInput.Options {
    var options = PictureInput.Options()
    options.normalization = normalization
    options.isBGR = bgr
    options.fit =
      switch fit {
      case .stretch: .stretch
      case .crop: .centerCrop
      case .letterbox: .letterbox(0)
      }
    options.resampling =
      switch resampling {
      case .antialiased: .antialiasedBilinear
      case .bilinear: .bilinear(.topLeft)
      case .nearest: .nearest(.topLeft)
      }
    return options
  }

  /// What the options say, nil when they say nothing.
  private var normalization: Preprocessing.Normalization? {
    if mean == nil, std == nil { return nil }
    return .init(
      mean: mean.flatMap(Self.numbers) ?? Preprocessing.Normalization.none.mean,
      std: std.flatMap(Self.numbers) ?? Preprocessing.Normalization.none.std)
  }

  private static func numbers(_ text: String) -> [Float]? {
    let parts = text.split(separator: ",", omittingEmptySubsequences: false)
    let numbers = parts.compactMap { Float($0) }.filter { $0.isFinite }
    return numbers.count == parts.count ? numbers : nil
  }

  func validate() throws {
    if maxPixels < 1 { throw ValidationError("--max-pixels: expected 1 or more, found \(maxPixels)") }
    for (name, text) in [("--mean", mean), ("--std", std)] {
      guard let text else { continue }
      guard let numbers = Self.numbers(text), [1, 3, 4].contains(numbers.count) else {
        throw ValidationError("\(name): expected one number or one for each channel, found '\(text)'")
      }
      if name == "--std", numbers.contains(0) {
        throw ValidationError("--std: expected numbers other than 0, found '\(text)'")
      }
    }
  }
}
