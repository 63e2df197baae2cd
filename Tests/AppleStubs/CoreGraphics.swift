// swift-format-ignore-file
import Foundation
@_exported import struct Foundation.CGFloat
@_exported import struct Foundation.CGPoint
@_exported import struct Foundation.CGRect
@_exported import struct Foundation.CGSize

// MARK: CoreFoundation
public typealias CFData = NSData
public typealias CFString = NSString
public typealias CFDictionary = NSDictionary
public typealias CFTypeRef = AnyObject
public struct CFByteOrder: Sendable { public var rawValue: UInt32 }
public let CFByteOrderLittleEndian = CFByteOrder(rawValue: 1), CFByteOrderBigEndian = CFByteOrder(rawValue: 2)
public func CFByteOrderGetCurrent() -> Int { 1 }
public enum CFNumberType: Int { case intType }
public func CFNumberCreate(_ a: CFAllocator?, _ t: CFNumberType, _ p: UnsafeRawPointer!) -> NSNumber! { nil }
public func CFDictionaryCreate(_ a: CFAllocator?, _ k: UnsafeMutablePointer<UnsafeRawPointer?>!, _ v: UnsafeMutablePointer<UnsafeRawPointer?>!, _ n: Int, _ x: UnsafeRawPointer?, _ y: UnsafeRawPointer?) -> CFDictionary! { nil }
public var kCFBooleanTrue: NSNumber! { fatalError() }
public let kCFAllocatorDefault: CFAllocator? = nil
public final class CFAllocator: Sendable {}

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
public class CGColorSpace {
  public init?(name: CFString) { fatalError() }
  public var name: CFString? { nil }
  public static var linearSRGB: CFString { fatalError() }
  public static var extendedSRGB: CFString { fatalError() }
  public static var displayP3: CFString { fatalError() }
  public static var extendedLinearSRGB: CFString { fatalError() }
  public static var genericRGBLinear: CFString { fatalError() }
  public static var sRGB: CFString { fatalError() }
  public static var genericGrayGamma2_2: CFString { fatalError() }
  public var model: CGColorSpaceModel { fatalError() }
}
public enum CGColorSpaceModel: Int32, Sendable { case unknown = -1, monochrome, rgb, cmyk, lab, deviceN, indexed, pattern, XYZ }
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
