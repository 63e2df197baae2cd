// swift-format-ignore-file
@_exported import CoreGraphics

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
public var kCVPixelFormatType_32BGRA: OSType { fatalError() }
public var kCVPixelFormatType_32ARGB: OSType { fatalError() }
public var kCVPixelFormatType_32RGBA: OSType { fatalError() }
public var kCVPixelFormatType_32ABGR: OSType { fatalError() }
public var kCVPixelFormatType_24RGB: OSType { fatalError() }
public var kCVPixelFormatType_24BGR: OSType { fatalError() }
public var kCVPixelFormatType_OneComponent8: OSType { fatalError() }
public var kCVPixelBufferCGImageCompatibilityKey: CFString { fatalError() }
public var kCVPixelBufferCGBitmapContextCompatibilityKey: CFString { fatalError() }
public var kCVPixelBufferPixelFormatTypeKey: CFString { fatalError() }
public var kCVPixelBufferBytesPerRowAlignmentKey: CFString { fatalError() }
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
