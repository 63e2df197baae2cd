import TFLiteRuntime

// Runs models where there is nothing but the core and a C library: Embedded Swift on an emulated processor. The program
// follows a plan, made by `verify`, of one command a line with fields between tabs, and writes down what came out.
//
//     case    NAME                                   a new case, which forgets the errors of the one before
//     model   PATH OFFSET COUNT SIGNATURE            the model in a part of a file; no signature for the primary subgraph
//     shape   POSITION NAME ALIAS EXTENTS            the shape of an input
//     input   POSITION NAME ALIAS PATH OFFSET COUNT  the content of an input
//     invoke
//     output  POSITION NAME ALIAS                    asks for an output

@_silgen_name("fopen") func fopen(_ path: UnsafePointer<CChar>, _ mode: UnsafePointer<CChar>) -> OpaquePointer?
@_silgen_name("fclose") @discardableResult func fclose(_ file: OpaquePointer) -> Int32
@_silgen_name("fseek") func fseek(_ file: OpaquePointer, _ offset: Int, _ origin: Int32) -> Int32
@_silgen_name("ftell") func ftell(_ file: OpaquePointer) -> Int
@_silgen_name("fflush") @discardableResult func fflush(_ file: OpaquePointer?) -> Int32
@_silgen_name("fread") func fread(_ to: UnsafeMutableRawPointer, _ size: Int, _ count: Int, _ file: OpaquePointer)
  -> Int
@_silgen_name("fwrite") @discardableResult
func fwrite(_ from: UnsafeRawPointer, _ size: Int, _ count: Int, _ file: OpaquePointer) -> Int

/// The bytes of a file, for ever.
func contents(_ path: String) -> UnsafeRawBufferPointer? {
  guard let file = path.withCString({ fopen($0, "rb") }) else { return nil }
  defer { fclose(file) }
  guard fseek(file, 0, 2) == 0 else { return nil }
  let count = ftell(file)
  guard count >= 0, fseek(file, 0, 0) == 0 else { return nil }
  let bytes = UnsafeMutableRawBufferPointer.allocate(byteCount: max(count, 1), alignment: 64)
  guard let base = bytes.baseAddress, fread(base, 1, count, file) == count else { return nil }
  return UnsafeRawBufferPointer(rebasing: UnsafeRawBufferPointer(bytes)[..<count])
}

/// The commands of a plan, obeyed one after the other.
struct Driver {
  let options: SessionOptions
  let results: OpaquePointer
  private var files: [(path: String, bytes: UnsafeRawBufferPointer)] = []
  private var session: Session?
  private var signature: SignatureSession?
  private var hasFailed = false

  init(_ options: SessionOptions, results: OpaquePointer) {
    self.options = options
    self.results = results
  }

  mutating func obey(_ fields: [String]) {
    if let name = fields.first, name == "case" {
      say("case\t" + fields[1])
      hasFailed = false
      session = nil
      signature = nil
      return
    }
    if hasFailed { return }
    do throws(RuntimeError) {
      switch fields.first {
      case "model": try load(bytes(fields, 1), fields[4])
      case "shape":
        let shape = Shape(fields[4].split(separator: ",").compactMap { Int($0) })
        let index = try position(fields, inputs)
        if let signature {
          try signature.resizeInput(signature.inputNames[index], to: shape)
        } else {
          try session?.resizeInput(index, to: shape)
        }
      case "input":
        let index = try position(fields, inputs)
        let bytes = try bytes(fields, 4)
        if let signature {
          try signature.write(bytes: bytes, toInput: index)
        } else {
          try session?.write(bytes: bytes, toInput: index)
        }
      case "invoke": if let signature { try signature.invoke() } else { try session?.invoke() }
      case "output": try put(position(fields, outputs))
      default: throw RuntimeError(.invalidArgument, "no such command in the plan", actual: fields.first)
      }
    } catch {
      hasFailed = true
      say("error\t" + error.description)
    }
  }

  private mutating func load(_ bytes: UnsafeRawBufferPointer, _ key: String) throws(RuntimeError) {
    let session = try Session(Model(copying: bytes), options: options)
    signature = key.isEmpty ? nil : try session.signature(key)
    self.session = session
  }

  /// The part of a file that three fields name.
  private mutating func bytes(_ fields: [String], _ first: Int) throws(RuntimeError) -> UnsafeRawBufferPointer {
    let path = fields[first]
    let known = files.first { $0.path == path }?.bytes
    guard let all = known ?? contents(path), let offset = Int(fields[first + 1]), let count = Int(fields[first + 2]),
      offset >= 0, count >= 0, offset <= all.count - count
    else { throw RuntimeError(.fileUnreadable, "no such part of a file", path: path) }
    if known == nil { files.append((path, all)) }
    return UnsafeRawBufferPointer(rebasing: all[offset..<offset + count])
  }

  /// The names in the signature and in the file.
  private typealias Ports = [(name: String, alias: String)]

  private var inputs: Ports {
    guard let signature else { return [] }
    return Array(zip(signature.inputNames, signature.inputs.map { $0.name })).map { ($0, $1) }
  }

  private var outputs: Ports {
    guard let signature else { return [] }
    return Array(zip(signature.outputNames, signature.outputs.map { $0.name })).map { ($0, $1) }
  }

  /// The port that fields name, by its names where there is a signature, else by its number.
  private func position(_ fields: [String], _ ports: Ports) throws(RuntimeError) -> Int {
    for (index, port) in ports.enumerated()
    where port.name == fields[2] || port.alias == fields[2]
      || !fields[3].isEmpty && (port.name == fields[3] || port.alias == fields[3])
    {
      return index
    }
    guard let position = Int(fields[1]) else { throw RuntimeError(.notFound, "no such port", actual: fields[2]) }
    return position
  }

  private func put(_ index: Int) throws(RuntimeError) {
    guard let info = signature?.outputs[index] ?? session?.outputs[index] else { return }
    var text = "output\t" + info.type.name + "\t"
    for extent in info.shape.dimensions { text += "\(extent)," }
    let results = results
    let write = { (bytes: UnsafeRawBufferPointer) in
      Self.say(text + "\t\(bytes.count)", results)
      if let base = bytes.baseAddress { fwrite(base, 1, bytes.count, results) }
      fflush(results)
    }
    if let signature {
      try signature.withOutputBytes(signature.outputNames[index], write)
    } else {
      try session?.withOutputBytes(index, write)
    }
  }

  private func say(_ text: String) { Self.say(text, results) }

  private static func say(_ text: String, _ results: OpaquePointer) {
    var line = text + "\n"
    line.withUTF8 { if let base = $0.baseAddress { fwrite(base, 1, $0.count, results) } }
    fflush(results)
  }
}

/// `driver KERNELS[-reduced] PLAN RESULTS`, for products of reduced precision; or `driver` alone to print the sets that run here.
@_cdecl("main")
func main(_ count: Int32, _ arguments: UnsafePointer<UnsafePointer<CChar>?>) -> Int32 {
  if count == 1 {
    for kernels in SessionOptions.Kernels.available { print(kernels.rawValue) }
    return 0
  }
  guard count == 4, let kernels = arguments[1], let plan = arguments[2], let target = arguments[3] else { return 64 }
  var options = SessionOptions()
  options.threads = .single
  let words = String(cString: kernels).split(separator: "-")
  guard let choice = words.first.flatMap({ SessionOptions.Kernels(rawValue: String($0)) }) else { return 64 }
  options.kernels = choice
  if words.last == "reduced" { options.precision = .reduced }
  guard let text = contents(String(cString: plan)), let results = fopen(target, "wb") else { return 66 }
  defer { fclose(results) }
  var driver = Driver(options, results: results)
  for line in text.split(separator: UInt8(ascii: "\n")) {
    driver.obey(
      line.split(separator: UInt8(ascii: "\t"), omittingEmptySubsequences: false).map {
        String(decoding: $0, as: UTF8.self)
      })
  }
  return 0
}
