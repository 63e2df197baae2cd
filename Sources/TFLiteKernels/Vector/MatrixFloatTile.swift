#if !TFLITE_TIER || (TFLITE_X86 && arch(x86_64)) || (TFLITE_ARM && arch(arm64))

#if TFLITE_TIER
import TFLiteKernels
#endif

extension VectorKernels {
  // Each shape of a tile is one function: the template below with constant extents.

  /// As many rows as the registers hold by two panels. It asks for the weights of the panels behind these.
  @inline(never)
  static func mainTile(_ a: MatrixArguments, _ row: Int, _ column: Int, _ columnEnd: Int) {
    tile(Floats.self, mainRows, 2, a, row, column, columnEnd)
  }

  /// `mainTile` below another one of the same panels, which has asked for these weights.
  @inline(never)
  static func lowerMainTile(_ a: MatrixArguments, _ row: Int, _ column: Int, _ columnEnd: Int) {
    tile(Floats.self, mainRows, 2, a, row, column, columnEnd, fetches: false)
  }

  /// Such tiles one below another while they fit before `rowEnd`. Calls would take a good part of small tiles where
  /// many registers have to be saved.
  /// - Returns: the first row that is left.
  @inline(never)
  static func mainTiles(_ a: MatrixArguments, _ row: Int, _ rowEnd: Int, _ column: Int, _ columnEnd: Int) -> Int {
    var row = row
    while rowEnd &- row >= mainRows {
      tile(Floats.self, mainRows, 2, a, row, column, columnEnd)
      row &+= mainRows
    }
    return row
  }

  /// Six rows by four panels.
  @inline(never)
  static func tile6x4(_ a: MatrixArguments, _ row: Int, _ column: Int, _ columnEnd: Int) {
    tile(Floats.self, 6, 4, a, row, column, columnEnd)
  }

  /// Four rows by two panels.
  @inline(never)
  static func tile4x2(_ a: MatrixArguments, _ row: Int, _ column: Int, _ columnEnd: Int) {
    tile(Floats.self, 4, 2, a, row, column, columnEnd)
  }

  /// Eight rows by one panel.
  @inline(never)
  static func tile8x1(_ a: MatrixArguments, _ row: Int, _ column: Int, _ columnEnd: Int) {
    tile(Floats.self, 8, 1, a, row, column, columnEnd)
  }

  /// Four rows by one panel.
  @inline(never)
  static func tile4x1(_ a: MatrixArguments, _ row: Int, _ column: Int, _ columnEnd: Int) {
    tile(Floats.self, 4, 1, a, row, column, columnEnd)
  }

  /// Two rows by six panels.
  @inline(never)
  static func tile2x6(_ a: MatrixArguments, _ row: Int, _ column: Int, _ columnEnd: Int) {
    tile(Floats.self, 2, 6, a, row, column, columnEnd, fetches: false)
  }

  /// Two rows by four panels.
  @inline(never)
  static func tile2x4(_ a: MatrixArguments, _ row: Int, _ column: Int, _ columnEnd: Int) {
    tile(Floats.self, 2, 4, a, row, column, columnEnd)
  }

  /// Two rows by one panel.
  @inline(never)
  static func tile2x1(_ a: MatrixArguments, _ row: Int, _ column: Int, _ columnEnd: Int) {
    tile(Floats.self, 2, 1, a, row, column, columnEnd)
  }

  /// One row by eight panels.
  @inline(never)
  static func tile1x8(_ a: MatrixArguments, _ row: Int, _ column: Int, _ columnEnd: Int) {
    tile(Floats.self, 1, 8, a, row, column, columnEnd)
  }

  /// One row by four panels.
  @inline(never)
  static func tile1x4(_ a: MatrixArguments, _ row: Int, _ column: Int, _ columnEnd: Int) {
    tile(Floats.self, 1, 4, a, row, column, columnEnd)
  }

  /// One row by two panels.
  @inline(never)
  static func tile1x2(_ a: MatrixArguments, _ row: Int, _ column: Int, _ columnEnd: Int) {
    tile(Floats.self, 1, 2, a, row, column, columnEnd)
  }

  /// One row by one panel.
  @inline(never)
  static func tile1x1(_ a: MatrixArguments, _ row: Int, _ column: Int, _ columnEnd: Int) {
    tile(Floats.self, 1, 1, a, row, column, columnEnd)
  }

  /// Twelve rows by the first half of a panel.
  @inline(never)
  static func half12(_ a: MatrixArguments, _ row: Int, _ column: Int, _ columnEnd: Int) {
    tile(HalfFloats.self, 12, 1, a, row, column, columnEnd)
  }

  /// Four rows by the first half of a panel.
  @inline(never)
  static func half4(_ a: MatrixArguments, _ row: Int, _ column: Int, _ columnEnd: Int) {
    tile(HalfFloats.self, 4, 1, a, row, column, columnEnd)
  }

  /// `rows` rows by the first lanes of `panels` panels, from `column` on: all constants.
  /// - Parameter fetches: the tile asks for the weights that come next, see `distanceAhead`. Where another one has, it does
  ///   without, since a thread that shares its core with another has few loads to spare.
  @inline(__always)
  private static func tile<V: FloatLanes>(
    _ lanes: V.Type, _ rows: Int, _ panels: Int, _ a: MatrixArguments, _ row: Int, _ column: Int, _ columnEnd: Int,
    fetches: Bool = true
  ) {
    let panelWidth = MemoryLayout<Floats>.size
    let pitch = panelSize(a.shape)
    let first = a.packed + (headerSize &+ column / Floats.scalarCount &* pitch)
    let taps = a.shape.taps
    let depth = a.shape.depth
    let ahead = distanceAhead(rows, panels, a, column, pitch)
    let place = (row &* a.outputStride &+ column) &* 4
    let addend = a.epilogue?.floatAddends.map { $0 + place }
    if let addend, taps &* depth <= Threshold.productsToFetchAhead {
      // It arrives while the processor multiplies. Long weights come from a further cache, and would wait behind it.
      var r = 0
      while r < rows {
        fetchAhead(addend + r &* a.outputStride &* 4)
        if panels > 1 { fetchAhead(addend + (r &* a.outputStride &* 4 &+ panelWidth)) }
        r &+= 1
      }
    }
    var sums = V.Sums()
    var runs = FloatTileRuns()
    withUnsafeMutablePointer(to: &sums) { sumsPointer in
      withUnsafeMutablePointer(to: &runs) { runsPointer in
        let c = UnsafeMutableRawPointer(sumsPointer).assumingMemoryBound(to: V.self)
        let run = UnsafeMutableRawPointer(runsPointer).assumingMemoryBound(to: UnsafeRawPointer.self)
        var s = 0
        while s < panels {
          let bias = first.lanes(s &* pitch, as: V.self)
          var r = 0
          while r < rows {
            c[r &* panels &+ s] = bias
            r &+= 1
          }
          s &+= 1
        }
        var b = first + panelWidth
        if a.offsets == nil {
          let start = a.input + row &* a.inputStride &* 4
          var r = 0
          while r < rows {
            run[r] = a.windowStarts.map { $0[row &+ r] } ?? start + r &* a.inputStride &* 4
            r &+= 1
          }
          var tap = 0
          while tap < taps {
            defer { tap &+= 1 }
            var k = tap &* a.windowPitch
            let end = k &+ depth
            if Tier.hasFloatLanes, rows >= 4 {
              stepsByFour(lanes, rows, panels, c, run, 4 &* k, 4 &* end, &b, pitch)
              continue
            }
            // Eight at a time where addresses and counting would take a good part of the loop.
            while Tier.hasFloatLanes, rows == 1, k &+ 8 <= end {
              fetchWeights(rows, panels, b, pitch, ahead, count: 2)
              longStep(lanes, rows, panels, c, run, 4 &* k, b, pitch)
              longStep(lanes, rows, panels, c, run, 4 &* k &+ 16, b + 4 &* panelWidth, pitch)
              b += 8 &* panelWidth
              k &+= 8
            }
            while Tier.hasFloatLanes, k &+ 4 <= end {
              fetchWeights(rows, panels, b, pitch, ahead)
              longStep(lanes, rows, panels, c, run, 4 &* k, b, pitch)
              b += 4 &* panelWidth
              k &+= 4
            }
            while k < end {
              step(lanes, rows, panels, c, run, 4 &* k, b, pitch, ahead, fetches: fetches)
              b += panelWidth
              k &+= 1
            }
          }
        } else if let offsets = a.offsets.map({ $0 + row &* taps }) {
          var tap = 0
          while tap < taps {
            defer { tap &+= 1 }
            var r = 0
            // Padding is zeros: what all rows read outside their images adds nothing. To look is not worth it for short runs.
            if depth >= 24 {
              var outside: Int32 = -1
              while r < rows {
                outside &= offsets[r &* taps &+ tap]
                r &+= 1
              }
              if outside < 0 {
                b += depth &* panelWidth
                continue
              }
              r = 0
            }
            while r < rows {
              run[r] = a.run(at: offsets[r &* taps &+ tap], size: 4)
              r &+= 1
            }
            var k = 0
            if Tier.hasFloatLanes, rows >= 4 {
              stepsByFour(lanes, rows, panels, c, run, 4 &* k, 4 &* depth, &b, pitch)
              continue
            }
            // Eight at a time where addresses and counting would take a good part of the loop.
            while Tier.hasFloatLanes, rows == 1, k &+ 8 <= depth {
              fetchWeights(rows, panels, b, pitch, ahead, count: 2)
              longStep(lanes, rows, panels, c, run, 4 &* k, b, pitch)
              longStep(lanes, rows, panels, c, run, 4 &* k &+ 16, b + 4 &* panelWidth, pitch)
              b += 8 &* panelWidth
              k &+= 8
            }
            while Tier.hasFloatLanes, k &+ 4 <= depth {
              fetchWeights(rows, panels, b, pitch, ahead)
              longStep(lanes, rows, panels, c, run, 4 &* k, b, pitch)
              b += 4 &* panelWidth
              k &+= 4
            }
            while k < depth {
              step(lanes, rows, panels, c, run, 4 &* k, b, pitch, ahead, fetches: fetches)
              b += panelWidth
              k &+= 1
            }
          }
        }
        let range = a.epilogue?.floatRange ?? a.packed.load(as: MatrixHeader.self).floatRange
        let lower = V(repeating: range.lower)
        let upper = V(repeating: range.upper)
        let last = columnEnd &- column &- (panels &- 1) &* Floats.scalarCount
        var target = a.output + place
        /// Clamps and stores rows whose number is constant and small, so that the loop unrolls and sums stay in registers.
        @inline(__always)
        func store(_ begin: Int, _ end: Int, plus addend: UnsafeRawPointer?) {
          var r = begin
          while r < end {
            var s = 0
            while s < panels {
              var sum = c[r &* panels &+ s]
              if let addend {
                sum = sum.plus(addend.lanes(r &* a.outputStride &* 4 &+ s &* panelWidth, as: V.self))
              }
              target.put(sum.clamped(lower, upper), s &* panelWidth)
              s &+= 1
            }
            target += a.outputStride &* 4
            r &+= 1
          }
        }
        if last >= V.scalarCount {
          let part = max(1, 8 / panels)
          if let addend {
            store(0, min(part, rows), plus: addend)
            store(min(part, rows), min(2 &* part, rows), plus: addend)
            store(min(2 &* part, rows), rows, plus: addend)
          } else {
            store(0, min(part, rows), plus: nil)
            store(min(part, rows), min(2 &* part, rows), plus: nil)
            store(min(2 &* part, rows), rows, plus: nil)
          }
          return
        }
        // A copy in memory for the loop, which is too long to be unrolled; the sums themselves stay in registers before it.
        var copy = V.Sums()
        withUnsafeMutablePointer(to: &copy) { copyPointer in
          let y = UnsafeMutableRawPointer(copyPointer).assumingMemoryBound(to: V.self)
          var r = 0
          while r < rows &* panels {
            y[r] = c[r]
            r &+= 1
          }
          finish(
            V.self, UnsafeRawPointer(y), rows, panels, last, range, target, a.outputStride, addend)
        }
      }
    }
  }

  /// Adds to the sums `c` of a tile the products of the elements from byte `begin` up to byte `end` of all runs, and moves `b` on.
  /// Bytes alone are counted, so that one register has the place in all runs. For tiles of several rows, which ask for no weights
  /// where registers hold a lane for each multiply-add.
  @inline(__always)
  private static func stepsByFour<V: FloatLanes>(
    _ lanes: V.Type, _ rows: Int, _ panels: Int, _ c: UnsafeMutablePointer<V>, _ run: UnsafePointer<UnsafeRawPointer>,
    _ begin: Int, _ end: Int, _ b: inout UnsafeRawPointer, _ pitch: Int
  ) {
    var place = begin
    let last = begin &+ (end &- begin) & ~15
    while place < last {
      longStep(lanes, rows, panels, c, run, place, b, pitch)
      b += 4 &* MemoryLayout<Floats>.size
      place &+= 16
    }
    while place < end {
      step(lanes, rows, panels, c, run, place, b, pitch, 0, fetches: false)
      b += MemoryLayout<Floats>.size
      place &+= 4
    }
  }

  /// Adds to the sums `c` of a tile the products of the element at byte `place` of all runs with a vector of weights of each panel.
  @inline(__always)
  private static func step<V: FloatLanes>(
    _ lanes: V.Type, _ rows: Int, _ panels: Int, _ c: UnsafeMutablePointer<V>, _ run: UnsafePointer<UnsafeRawPointer>,
    _ place: Int, _ b: UnsafeRawPointer, _ pitch: Int, _ ahead: Int, fetches: Bool
  ) {
    if panels == 6 {
      // Registers hold the sums, both elements, the weights of one panel and a product.
      let x = V(repeating: run[0].load(fromByteOffset: place, as: Float.self))
      let y = V(repeating: run[1].load(fromByteOffset: place, as: Float.self))
      var s = 0
      while s < panels {
        let w = b.lanes(s &* pitch, as: V.self)
        c[s] = c[s].plusProduct(x, w)
        c[panels &+ s] = c[panels &+ s].plusProduct(y, w)
        s &+= 1
      }
      return
    }
    var weights = V.Sums()
    withUnsafeMutablePointer(to: &weights) { weightsPointer in
      let w = UnsafeMutableRawPointer(weightsPointer).assumingMemoryBound(to: V.self)
      var s = 0
      while s < panels {
        w[s] = b.lanes(s &* pitch, as: V.self)
        s &+= 1
      }
      var r = 0
      while r < rows {
        let x = V(repeating: run[r].load(fromByteOffset: place, as: Float.self))
        s = 0
        while s < panels {
          c[r &* panels &+ s] = c[r &* panels &+ s].plusProduct(x, w[s])
          s &+= 1
        }
        r &+= 1
      }
    }
    if fetches { fetchWeights(rows, panels, b, pitch, ahead) }
  }

  /// `step` for four elements: a run's are read as one vector, of which each instruction multiplies one lane.
  @inline(__always)
  private static func longStep<V: FloatLanes>(
    _ lanes: V.Type, _ rows: Int, _ panels: Int, _ c: UnsafeMutablePointer<V>, _ run: UnsafePointer<UnsafeRawPointer>,
    _ place: Int, _ b: UnsafeRawPointer, _ pitch: Int
  ) {
    var inputs = FloatTileInputs()
    withUnsafeMutablePointer(to: &inputs) { inputsPointer in
      let x = UnsafeMutableRawPointer(inputsPointer).assumingMemoryBound(to: V.self)
      var r = 0
      while r < rows {
        x[r] = run[r].lanes(place, as: V.self)
        r &+= 1
      }
      laneStep(lanes, rows, panels, c, x, 0, b, pitch)
      laneStep(lanes, rows, panels, c, x, 1, b, pitch)
      laneStep(lanes, rows, panels, c, x, 2, b, pitch)
      laneStep(lanes, rows, panels, c, x, 3, b, pitch)
    }
  }

  /// Adds to the sums `c` the products of lane `lane` of the rows' vectors `x`.
  @inline(__always)
  private static func laneStep<V: FloatLanes>(
    _ lanes: V.Type, _ rows: Int, _ panels: Int, _ c: UnsafeMutablePointer<V>, _ x: UnsafePointer<V>, _ lane: Int,
    _ b: UnsafeRawPointer, _ pitch: Int
  ) {
    var s = 0
    while s < panels {
      let w = b.lanes(s &* pitch &+ lane &* MemoryLayout<Floats>.size, as: V.self)
      var r = 0
      while r < rows {
        c[r &* panels &+ s] = c[r &* panels &+ s].plusProduct(w, V(repeating: x[r][lane]))
        r &+= 1
      }
      s &+= 1
    }
  }

  /// How many bytes behind the weights of a step those lie that it asks for, 0 where it asks for none.
  ///
  /// Weights are fetched while the processor multiplies. Tiles of many rows read the next panels next; where registers hold a
  /// lane for each multiply-add, loads are so few that processors fetch in time. One or two rows read on in their own panels,
  /// which is worth a fetch only when no cache holds them. Behind the last panels nothing is asked for: an address without
  /// memory can take a hundred times as long as one with it, and every tile would ask for it again.
  @inline(__always)
  private static func distanceAhead(
    _ rows: Int, _ panels: Int, _ a: MatrixArguments, _ column: Int, _ pitch: Int
  ) -> Int {
    let columns = a.shape.columns
    if rows > 2 { return column &+ (2 &* panels &- 1) &* Floats.scalarCount < columns ? panels &* pitch : 0 }
    let isLarge = columns &* pitch > Threshold.uncachedWeights &* Floats.scalarCount
    return isLarge ? 16 &* MemoryLayout<Floats>.size : 0
  }

  /// Asks for the weights `ahead` bytes behind those at `b`: for `count` vectors, a step's distance apart, where one or two rows are
  /// computed. Loops of several steps ask once, since a branch between steps would let the compiler load more than registers
  /// hold before it.
  @inline(__always)
  private static func fetchWeights(
    _ rows: Int, _ panels: Int, _ b: UnsafeRawPointer, _ pitch: Int, _ ahead: Int, count: Int = 1
  ) {
    // Of many rows without a branch: what is asked for anew where nothing lies ahead is at hand.
    if panels == 2, rows == mainRows, !Tier.hasFloatLanes {
      fetchAhead(b + ahead)
      fetchAhead(b + (ahead &+ pitch))
    } else if panels == 4, rows == 6 {
      fetchAhead(b + ahead)
      fetchAhead(b + (ahead &+ pitch))
      fetchAhead(b + (ahead &+ 2 &* pitch))
      fetchAhead(b + (ahead &+ 3 &* pitch))
    } else if rows <= 2, ahead != 0 {
      var s = 0
      while s < panels {
        fetchAhead(b + (ahead &+ s &* pitch))
        if count == 2 { fetchAhead(b + (ahead &+ s &* pitch &+ 4 &* MemoryLayout<Floats>.size)) }
        s &+= 1
      }
    }
  }

  /// Adds what the epilogue adds, clamps and stores the sums of a tile, the first `last` columns of its last panel.
  @inline(never)
  private static func finish<V: FloatLanes>(
    _ lanes: V.Type, _ sums: UnsafeRawPointer, _ rows: Int, _ panels: Int, _ last: Int, _ range: FloatRange,
    _ output: UnsafeMutableRawPointer, _ outputStride: Int, _ addends: UnsafeRawPointer?
  ) {
    let width = MemoryLayout<V>.size
    let lower = V(repeating: range.lower)
    let upper = V(repeating: range.upper)
    let edge = (panels &- 1) &* width
    var source = sums
    var target = output
    var addend = addends
    var r = 0
    while r < rows {
      var place = 0
      while place < edge {
        var sum = source.lanes(place, as: V.self)
        if let addend { sum = sum.plus(addend.lanes(place, as: V.self)) }
        target.put(sum.clamped(lower, upper), place)
        place &+= width
      }
      var sum = source.lanes(edge, as: V.self)
      if let addend { sum = sum.plus(V.first(last, addend + edge)) }
      sum.clamped(lower, upper).storeFirst(last, target + edge)
      source += panels &* width
      target += outputStride &* 4
      if let current = addend { addend = current + outputStride &* 4 }
      r &+= 1
    }
  }
}

/// Vectors of floats of which tiles are made. Each conforming type has operations of its own, since generic ones are loops.
private protocol FloatLanes: SIMD where Scalar == Float {
  /// The sums of a tile or the weights of its panels, of which memory has no other type than this one: LLVM would keep vectors of
  /// different lengths that share their places in registers of the longer one, and cut and paste at each step.
  associatedtype Sums: TileRegisters
  func plusProduct(_ a: Self, _ b: Self) -> Self
  func plus(_ other: Self) -> Self
  func clamped(_ lower: Self, _ upper: Self) -> Self
  /// Loads the first `count` lanes, fewer than all; the others are zero.
  static func first(_ count: Int, _ source: UnsafeRawPointer) -> Self
  /// Stores the first `count` lanes, fewer than all.
  func storeFirst(_ count: Int, _ target: UnsafeMutableRawPointer)
}

extension SIMD4: FloatLanes where Scalar == Float {
  fileprivate typealias Sums = Tier.FloatSums
  @inline(__always)
  fileprivate func plusProduct(_ a: Self, _ b: Self) -> Self { multiplyAdd(a, b, self) }
  @inline(__always)
  fileprivate func plus(_ other: Self) -> Self { self + other }
  @inline(__always)
  fileprivate func clamped(_ lower: Self, _ upper: Self) -> Self { bounded(lower, upper) }
  @inline(__always)
  fileprivate static func first(_ count: Int, _ source: UnsafeRawPointer) -> Self { source.firstFloats(count) }
  @inline(__always)
  fileprivate func storeFirst(_ count: Int, _ target: UnsafeMutableRawPointer) {
    target.putFirstFloats(count, of: self)
  }
}

extension SIMD8: FloatLanes where Scalar == Float {
  fileprivate typealias Sums = EightLaneSums
  @inline(__always)
  fileprivate func plusProduct(_ a: Self, _ b: Self) -> Self { multiplyAdd(a, b, self) }
  @inline(__always)
  fileprivate func plus(_ other: Self) -> Self { self + other }
  @inline(__always)
  fileprivate func clamped(_ lower: Self, _ upper: Self) -> Self { bounded(lower, upper) }
  @inline(__always)
  fileprivate static func first(_ count: Int, _ source: UnsafeRawPointer) -> Self { source.firstFloats(count) }
  @inline(__always)
  fileprivate func storeFirst(_ count: Int, _ target: UnsafeMutableRawPointer) {
    target.putFirstFloats(count, of: self)
  }
}

extension SIMD16: FloatLanes where Scalar == Float {
  fileprivate typealias Sums = Tier.FloatSums
  @inline(__always)
  fileprivate func plusProduct(_ a: Self, _ b: Self) -> Self { multiplyAdd(a, b, self) }
  @inline(__always)
  fileprivate func plus(_ other: Self) -> Self { self + other }
  @inline(__always)
  fileprivate func clamped(_ lower: Self, _ upper: Self) -> Self { bounded(lower, upper) }
  @inline(__always)
  fileprivate static func first(_ count: Int, _ source: UnsafeRawPointer) -> Self { source.firstFloats(count) }
  @inline(__always)
  fileprivate func storeFirst(_ count: Int, _ target: UnsafeMutableRawPointer) {
    target.putFirstFloats(count, of: self)
  }
}

/// The sums of tiles of vectors of eight lanes, whole or half, and their weights.
private struct EightLaneSums: TileRegisters {
  typealias Eight = SIMD8<Float>
  var s00 = Eight(), s01 = Eight(), s02 = Eight(), s03 = Eight(), s04 = Eight(), s05 = Eight()
  var s06 = Eight(), s07 = Eight(), s08 = Eight(), s09 = Eight(), s10 = Eight(), s11 = Eight()
}

/// Vectors of four elements of each row of a tile.
private struct FloatTileInputs {
  var x0 = Floats(), x1 = Floats(), x2 = Floats(), x3 = Floats(), x4 = Floats(), x5 = Floats()
  var x6 = Floats(), x7 = Floats(), x8 = Floats(), x9 = Floats(), x10 = Floats(), x11 = Floats()
}

/// Where the rows of a tile read.
private struct FloatTileRuns {
  var r0, r1, r2, r3, r4, r5, r6, r7, r8, r9, r10, r11: UnsafeRawPointer?
}

#endif
