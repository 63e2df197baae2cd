// swift-format-ignore-file
// What `.ci/clients` takes for the frameworks of Apple: declarations that code of apps is checked against, and nothing that runs.
@_exported import CoreGraphics
@_exported import CoreVideo
@_exported import Foundation
@_exported import Dispatch

// MARK: Accelerate
public typealias vImagePixelCount = UInt
public typealias vImage_Error = Int
public typealias vImage_Flags = UInt32
public typealias Pixel_8 = UInt8
public struct vImage_Buffer {
  public var data: UnsafeMutableRawPointer!
  public var height: vImagePixelCount
  public var width: vImagePixelCount
  public var rowBytes: Int
  public init() { fatalError() }
  public init(data: UnsafeMutableRawPointer!, height: vImagePixelCount, width: vImagePixelCount, rowBytes: Int) { fatalError() }
}
public let kvImageNoError = 0
public let kvImageNoFlags = 0
public let kvImageHighQualityResampling = 32
public let kvImageDoNotTile = 16
public let kRotate0DegreesClockwise = 0
public let kRotate90DegreesClockwise = 1
@discardableResult public func vImageScale_ARGB8888(_ s: UnsafePointer<vImage_Buffer>, _ d: UnsafePointer<vImage_Buffer>, _ t: UnsafeMutableRawPointer?, _ f: vImage_Flags) -> vImage_Error { 0 }
@discardableResult public func vImageConvert_BGRA8888toRGB888(_ s: UnsafePointer<vImage_Buffer>, _ d: UnsafePointer<vImage_Buffer>, _ f: vImage_Flags) -> vImage_Error { 0 }
@discardableResult public func vImageConvert_ARGB8888toRGB888(_ s: UnsafePointer<vImage_Buffer>, _ d: UnsafePointer<vImage_Buffer>, _ f: vImage_Flags) -> vImage_Error { 0 }
@discardableResult public func vImageConvert_RGBA8888toRGB888(_ s: UnsafePointer<vImage_Buffer>, _ d: UnsafePointer<vImage_Buffer>, _ f: vImage_Flags) -> vImage_Error { 0 }
@discardableResult public func vImageRotate90_ARGB8888(_ s: UnsafePointer<vImage_Buffer>, _ d: UnsafePointer<vImage_Buffer>, _ c: UInt8, _ b: UnsafePointer<UInt8>, _ f: vImage_Flags) -> vImage_Error { 0 }

// MARK: CoreImage, CoreMedia, AVFoundation, QuartzCore
public class CIImage {
  public init(cvPixelBuffer: CVPixelBuffer) {}
  public init?(image: UIImage) {}
  public init(cgImage: CGImage) {}
  public var extent: CGRect { fatalError() }
  public func transformed(by: CGAffineTransform) -> CIImage { self }
  public func cropped(to: CGRect) -> CIImage { self }
  public func oriented(forExifOrientation: Int32) -> CIImage { self }
}
public struct CIContextOption: Hashable, Sendable { public static let useSoftwareRenderer = CIContextOption() }
public class CIContext {
  public init(options: [CIContextOption: Any]? = nil) {}
  public func createCGImage(_ i: CIImage, from: CGRect) -> CGImage? { nil }
  public func render(_ i: CIImage, to: CVPixelBuffer) {}
}
public class CMSampleBuffer {}
public struct CMTime { public var value: Int64 = 0 }
public func CMTimeMake(value: Int64, timescale: Int32) -> CMTime { CMTime() }
public func CMSampleBufferGetImageBuffer(_ b: CMSampleBuffer) -> CVImageBuffer? { nil }
public func CMSampleBufferGetPresentationTimeStamp(_ b: CMSampleBuffer) -> CMTime { CMTime() }
public func CACurrentMediaTime() -> Double { 0 }
public func autoreleasepool<R>(invoking body: () throws -> R) rethrows -> R { try body() }

// MARK: os
public struct StaticLogType: Sendable { public static let error = Self(), info = Self(), debug = Self(), fault = Self(), `default` = Self() }
public final class OSLog: Sendable { public init(subsystem: String, category: String) {}; public static let `default` = OSLog(subsystem: "", category: "") }
public func os_log(_ m: StaticString, dso: UnsafeRawPointer? = nil, log: OSLog = .default, type: StaticLogType = .default, _ args: CVarArg...) {}
public func os_log(_ type: StaticLogType, dso: UnsafeRawPointer? = nil, log: OSLog = .default, _ m: StaticString, _ args: CVarArg...) {}

// MARK: UIKit
open class CALayer { public func render(in: CGContext) {} }
open class UIView { public var layer: CALayer { fatalError() }; public var bounds: CGRect { .zero } }
open class UIColor {
  public init(red: CGFloat, green: CGFloat, blue: CGFloat, alpha: CGFloat) {}
  public init(displayP3Red: CGFloat, green: CGFloat, blue: CGFloat, alpha: CGFloat) {}
  public func withAlphaComponent(_ a: CGFloat) -> UIColor { self }
  public var cgColor: CGColor { fatalError() }
  nonisolated(unsafe) public static let red = UIColor(red: 1, green: 0, blue: 0, alpha: 0)
  public class var white: UIColor { red }
  public class var black: UIColor { red }
  public class var green: UIColor { red }
  public class var blue: UIColor { red }
  public class var yellow: UIColor { red }
  public class var orange: UIColor { red }
  public class var purple: UIColor { red }
  public class var magenta: UIColor { red }
  public class var cyan: UIColor { red }
  public class var brown: UIColor { red }
  public class var gray: UIColor { red }
  public class var darkGray: UIColor { red }
  public class var lightGray: UIColor { red }
  public class var clear: UIColor { red }
  public func getRed(_ r: UnsafeMutablePointer<CGFloat>?, green: UnsafeMutablePointer<CGFloat>?, blue: UnsafeMutablePointer<CGFloat>?, alpha: UnsafeMutablePointer<CGFloat>?) -> Bool { false }
}
open class UIImage {
  public enum Orientation: Int { case up, down, left, right, upMirrored, downMirrored, leftMirrored, rightMirrored }
  public init() {}
  public init?(data: Data) {}
  public init?(named: String) {}
  public init(cgImage: CGImage) {}
  public init(ciImage: CIImage) {}
  public init(cgImage: CGImage, scale: CGFloat, orientation: Orientation) {}
  public var size: CGSize { fatalError() }
  public var scale: CGFloat { fatalError() }
  public func copy() -> Any { self }
  public var cgImage: CGImage? { nil }
  public var ciImage: CIImage? { nil }
  public var imageOrientation: Orientation { .up }
  public func draw(in: CGRect) {}
  public func draw(at: CGPoint) {}
  public func draw(in: CGRect, blendMode: CGBlendMode, alpha: CGFloat) {}
  public func jpegData(compressionQuality: CGFloat) -> Data? { nil }
  public func pngData() -> Data? { nil }
}
public enum CGBlendMode: Int32 { case normal, multiply }
@available(swift, deprecated: 4.2) public typealias UIImageOrientation = UIImage.Orientation
public func UIImagePNGRepresentation(_ i: UIImage) -> Data? { nil }
public func UIImageJPEGRepresentation(_ i: UIImage, _ q: CGFloat) -> Data? { nil }
public func UIGraphicsBeginImageContextWithOptions(_ s: CGSize, _ o: Bool, _ c: CGFloat) {}
public func UIGraphicsBeginImageContext(_ s: CGSize) {}
public func UIGraphicsEndImageContext() {}
public func UIGraphicsGetImageFromCurrentImageContext() -> UIImage? { nil }
public func UIGraphicsGetCurrentContext() -> CGContext? { nil }
public func UIGraphicsPushContext(_ c: CGContext) {}
public func UIGraphicsPopContext() {}
public class UIGraphicsImageRendererFormat { public init() {}; public var scale: CGFloat = 1 }
public class UIGraphicsImageRendererContext { public var cgContext: CGContext { fatalError() } }
public class UIGraphicsImageRenderer {
  public init(size: CGSize) {}
  public init(bounds: CGRect) {}
  public init(size: CGSize, format: UIGraphicsImageRendererFormat) {}
  public func image(actions: (UIGraphicsImageRendererContext) -> Void) -> UIImage { fatalError() }
}
open class UIFont { public static func systemFont(ofSize: CGFloat) -> UIFont { fatalError() }; public func withSize(_: CGFloat) -> UIFont { self } }
open class UIScreen { public static var main: UIScreen { fatalError() }; public var scale: CGFloat { 1 }; public var bounds: CGRect { .zero } }
