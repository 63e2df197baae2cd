// swift-format-ignore-file
// What `.ci/clients` takes for the frameworks of Apple: declarations that code of apps is checked against, and nothing that runs.
@_exported import Foundation
@_exported import Dispatch

// MARK: CoreGraphics
public class CGImage {
  public var width: Int { fatalError() }
  public var height: Int { fatalError() }
  public var dataProvider: CGDataProvider? { fatalError() }
  public var bytesPerRow: Int { fatalError() }
  public var bitsPerPixel: Int { fatalError() }
  public var bitsPerComponent: Int { fatalError() }
  public var bitmapInfo: CGBitmapInfo { fatalError() }
  public var alphaInfo: CGImageAlphaInfo { fatalError() }
  public var colorSpace: CGColorSpace? { fatalError() }
  public func cropping(to rect: CGRect) -> CGImage? { fatalError() }
  public init?(width: Int, height: Int, bitsPerComponent: Int, bitsPerPixel: Int, bytesPerRow: Int, space: CGColorSpace, bitmapInfo: CGBitmapInfo, provider: CGDataProvider, decode: UnsafePointer<CGFloat>?, shouldInterpolate: Bool, intent: CGColorRenderingIntent) { fatalError() }
}
public enum CGColorRenderingIntent: Int32 { case defaultIntent }
public class CGDataProvider {
  public var data: CFData? { fatalError() }
  public init?(data: CFData) { fatalError() }
}
public typealias CFData = NSData
public typealias CFString = NSString
public typealias CFDictionary = NSDictionary
public typealias CFTypeRef = AnyObject
public class CGColorSpace {
  public init?(name: CFString) { fatalError() }
  public var name: CFString? { nil }
  public static let linearSRGB: CFString = "", extendedSRGB: CFString = "", displayP3: CFString = "", extendedLinearSRGB: CFString = "", genericRGBLinear: CFString = ""
  public static let sRGB: CFString = ""
}
public func CGColorSpaceCreateDeviceRGB() -> CGColorSpace { fatalError() }
public func CGColorSpaceCreateDeviceGray() -> CGColorSpace { fatalError() }
public struct CGBitmapInfo: OptionSet, Sendable {
  public var rawValue: UInt32
  public init(rawValue: UInt32) { self.rawValue = rawValue }
  public static let alphaInfoMask = Self(rawValue: 31)
  public static let byteOrder32Big = Self(rawValue: 4 << 12)
  public static let byteOrder32Little = Self(rawValue: 2 << 12)
  public static let byteOrder16Little = Self(rawValue: 1 << 12), byteOrder16Big = Self(rawValue: 3 << 12), byteOrderDefault = Self(rawValue: 0)
  public static let byteOrderMask = Self(rawValue: 7 << 12)
}
public enum CGImageAlphaInfo: UInt32, Sendable {
  case none, premultipliedLast, premultipliedFirst, last, first, noneSkipLast, noneSkipFirst, alphaOnly
}
public class CGContext {
  public init?(data: UnsafeMutableRawPointer?, width: Int, height: Int, bitsPerComponent: Int, bytesPerRow: Int, space: CGColorSpace, bitmapInfo: UInt32) { fatalError() }
  public var data: UnsafeMutableRawPointer? { fatalError() }
  public var width: Int { fatalError() }
  public var height: Int { fatalError() }
  public var bytesPerRow: Int { fatalError() }
  public func makeImage() -> CGImage? { fatalError() }
  public func draw(_ image: CGImage, in rect: CGRect) { fatalError() }
  public func translateBy(x: CGFloat, y: CGFloat) {}
  public func scaleBy(x: CGFloat, y: CGFloat) {}
  public func rotate(by: CGFloat) {}
  public func concatenate(_ t: CGAffineTransform) {}
  public func clear(_ r: CGRect) {}
  public func setFillColor(_ c: CGColor) {}
  public func fill(_ r: CGRect) {}
  public var interpolationQuality: CGInterpolationQuality { get { fatalError() } set {} }
}
public enum CGInterpolationQuality { case none, low, medium, high, `default` }
public class CGColor {
  public func converted(to: CGColorSpace, intent: CGColorRenderingIntent, options: CFDictionary?) -> CGColor? { nil }
  public var components: [CGFloat]? { nil }
}
public struct CFByteOrder: Sendable { public var rawValue: UInt32 }
public let CFByteOrderLittleEndian = CFByteOrder(rawValue: 1), CFByteOrderBigEndian = CFByteOrder(rawValue: 2)
public func CFByteOrderGetCurrent() -> Int { 1 }
public enum CFNumberType: Int { case intType }
public func CFNumberCreate(_ a: CFAllocator?, _ t: CFNumberType, _ p: UnsafeRawPointer!) -> NSNumber! { nil }
public func CFDictionaryCreate(_ a: CFAllocator?, _ k: UnsafeMutablePointer<UnsafeRawPointer?>!, _ v: UnsafeMutablePointer<UnsafeRawPointer?>!, _ n: Int, _ x: UnsafeRawPointer?, _ y: UnsafeRawPointer?) -> CFDictionary! { nil }
open class CALayer { public func render(in: CGContext) {} }
open class UIView { public var layer: CALayer { fatalError() }; public var bounds: CGRect { .zero } }
public struct CGAffineTransform: Equatable, Sendable {
  public var a: CGFloat = 1, b: CGFloat = 0, c: CGFloat = 0, d: CGFloat = 1, tx: CGFloat = 0, ty: CGFloat = 0
  public init() {}
  public init(scaleX: CGFloat, y: CGFloat) {}
  public init(translationX: CGFloat, y: CGFloat) {}
  public init(rotationAngle: CGFloat) {}
  public init(a: CGFloat, b: CGFloat, c: CGFloat, d: CGFloat, tx: CGFloat, ty: CGFloat) {}
  public static let identity = CGAffineTransform()
  public func scaledBy(x: CGFloat, y: CGFloat) -> Self { fatalError() }
  public func translatedBy(x: CGFloat, y: CGFloat) -> Self { fatalError() }
  public func rotated(by: CGFloat) -> Self { fatalError() }
  public func concatenating(_ t: Self) -> Self { fatalError() }
  public func inverted() -> Self { fatalError() }
}
extension CGRect { public func applying(_ t: CGAffineTransform) -> CGRect { fatalError() } }
extension CGPoint { public func applying(_ t: CGAffineTransform) -> CGPoint { fatalError() } }
extension CGSize { public func applying(_ t: CGAffineTransform) -> CGSize { fatalError() } }

// MARK: CoreVideo
public class CVBuffer {}
public typealias CVImageBuffer = CVBuffer
public typealias CVPixelBuffer = CVImageBuffer
public typealias CVReturn = Int32
public typealias OSType = UInt32
public typealias FourCharCode = UInt32
public struct CVPixelBufferLockFlags: OptionSet, Sendable {
  public var rawValue: UInt64
  public init(rawValue: UInt64) { self.rawValue = rawValue }
  public static let readOnly = Self(rawValue: 1)
}
public typealias CVPixelBufferReleaseBytesCallback = @convention(c) (UnsafeMutableRawPointer?, UnsafeRawPointer?) -> Void
public let kCVReturnSuccess: CVReturn = 0
public let kCVPixelFormatType_32BGRA: OSType = 1
public let kCVPixelFormatType_32ARGB: OSType = 2
public let kCVPixelFormatType_32RGBA: OSType = 3
public let kCVPixelFormatType_OneComponent8: OSType = 4
nonisolated(unsafe) public let kCVPixelBufferCGImageCompatibilityKey: CFString = ""
nonisolated(unsafe) public let kCVPixelBufferCGBitmapContextCompatibilityKey: CFString = ""
nonisolated(unsafe) public let kCVPixelBufferPixelFormatTypeKey: CFString = ""
nonisolated(unsafe) public let kCVPixelBufferBytesPerRowAlignmentKey: CFString = ""
nonisolated(unsafe) public let kCFBooleanTrue: NSNumber! = true
public let kCFAllocatorDefault: CFAllocator? = nil
public final class CFAllocator: Sendable {}
@discardableResult public func CVPixelBufferLockBaseAddress(_ b: CVPixelBuffer, _ f: CVPixelBufferLockFlags) -> CVReturn { 0 }
@discardableResult public func CVPixelBufferUnlockBaseAddress(_ b: CVPixelBuffer, _ f: CVPixelBufferLockFlags) -> CVReturn { 0 }
public func CVPixelBufferGetPixelFormatType(_ b: CVPixelBuffer) -> OSType { 0 }
public func CVPixelBufferGetWidth(_ b: CVPixelBuffer) -> Int { 0 }
public func CVPixelBufferGetHeight(_ b: CVPixelBuffer) -> Int { 0 }
public func CVPixelBufferGetBytesPerRow(_ b: CVPixelBuffer) -> Int { 0 }
public func CVPixelBufferGetDataSize(_ b: CVPixelBuffer) -> Int { 0 }
public func CVPixelBufferGetBaseAddress(_ b: CVPixelBuffer) -> UnsafeMutableRawPointer? { nil }
public func CVPixelBufferCreateWithBytes(_ a: CFAllocator?, _ w: Int, _ h: Int, _ f: OSType, _ base: UnsafeMutableRawPointer, _ row: Int, _ r: CVPixelBufferReleaseBytesCallback?, _ ref: UnsafeMutableRawPointer?, _ attr: CFDictionary?, _ out: UnsafeMutablePointer<CVPixelBuffer?>) -> CVReturn { 0 }
public func CVPixelBufferCreate(_ a: CFAllocator?, _ w: Int, _ h: Int, _ f: OSType, _ attr: CFDictionary?, _ out: UnsafeMutablePointer<CVPixelBuffer?>) -> CVReturn { 0 }

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
