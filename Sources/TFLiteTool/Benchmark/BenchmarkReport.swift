import TFLiteRuntime

/// The figures of a benchmark.
struct BenchmarkReport {
  let subjects: [BenchmarkSubject]
  let duel: BenchmarkDuel?
  let peak: Int
  let growth: Int
  let end: BenchmarkEnd

  // MARK: JSON

  /// The members of the first configuration, and a list of all where there are several.
  var members: [(String, JSONText)] {
    var members = subjects.first.map(figures) ?? []
    members += [
      ("peak_rss_bytes", .int(peak)), ("rss_growth_bytes", .int(growth)),
      ("interrupted", .bool(end.interruption.isAsked)),
    ]
    if subjects.count > 1 { members.append(("configurations", .array(subjects.map { .object(figures($0)) }))) }
    if let duel {
      members.append(
        (
          "ratio",
          .object([
            ("q1", .double(duel.quantile(25))), ("median", .double(duel.quantile(50))),
            ("q3", .double(duel.quantile(75))), ("pairs", .int(duel.ratios.count)),
          ])
        ))
    }
    return members
  }

  private func figures(_ subject: BenchmarkSubject) -> [(String, JSONText)] {
    let measurement = subject.measurement
    let session = subject.session
    var members: [(String, JSONText)] = [
      ("model", .string(subject.path)), ("kernels", .string(session.kernelsName)),
      ("faster_kernels", session.fasterKernelsName.map { .string($0) } ?? .null),
      ("threads", .int(session.threadCount)), ("sessions", .int(subject.runners.count)),
      ("runs", .int(measurement.count)), ("median_ms", .double(measurement.median)),
      ("mean_ms", .double(measurement.mean)), ("min_ms", .double(measurement.min)),
      ("max_ms", .double(measurement.max)),
    ]
    members += [50, 90, 95, 99].map { ("p\($0)_ms", .double(measurement.percentile($0))) }
    members += [
      ("std_ms", .double(measurement.deviation)), ("load_ms", .double(subject.load)),
      ("first_ms", .double(subject.first)), ("runs_per_second", .double(subject.throughput)),
      ("arena_bytes", .int(session.arenaByteCount)), ("shared_bytes", .int(session.sharedByteCount)),
    ]
    if let late = late(subject) {
      members.append(
        (
          "late_ms",
          .object([
            ("median", .double(late.median)), ("p95", .double(late.percentile(95))), ("max", .double(late.max)),
          ])
        ))
    }
    return members
  }

  /// How late runs began; nil without a frequency.
  private func late(_ subject: BenchmarkSubject) -> Measurement? {
    let late = subject.all.compactMap(\.late)
    return late.isEmpty ? nil : Measurement(late)
  }

  /// The process's memory after runs.
  var memorySamples: JSONText {
    .array(
      subjects.flatMap { $0.all }.compactMap { run in
        run.resident.map {
          .object([("seconds", .double(Double(run.start + run.nanoseconds) / 1e9)), ("rss_bytes", .int($0))])
        }
      })
  }

  // MARK: CSV

  /// A line for each run.
  var csv: String {
    var text = "configuration,model,kernels,threads,session,run,start_ms,ms,late_ms,rss_bytes\n"
    for subject in subjects {
      let path =
        subject.path.contains(where: { ",\"\n\r".contains($0) })
        ? "\"" + subject.path.replacing("\"", with: "\"\"") + "\"" : subject.path
      let configuration = "\(subject.label),\(path),\(subject.session.kernelsName),\(subject.session.threadCount)"
      for (session, runs) in subject.runs.enumerated() {
        for (index, run) in runs.enumerated() {
          text += "\(configuration),\(session),\(index),\(Double(run.start) / 1e6),\(Double(run.nanoseconds) / 1e6),"
          text += (run.late.map { "\(Double($0) / 1e6)" } ?? "") + "," + (run.resident.map { "\($0)" } ?? "") + "\n"
        }
      }
    }
    return text
  }

  // MARK: Text

  var text: String { subjects.count == 1 && duel == nil ? subjects.map(single).joined() : table }

  private func single(_ subject: BenchmarkSubject) -> String {
    func milliseconds(_ value: Double) -> String { fixed(value, 4) + " ms" }
    let (measurement, session) = (subject.measurement, subject.session)
    let threads = "\(session.threadCount) thread\(session.threadCount == 1 ? "" : "s")"
    var text = """
      \(subject.path): kernels \(session.kernelsText), \(threads)
      load    \(milliseconds(subject.load))
      first   \(milliseconds(subject.first))
      median  \(milliseconds(measurement.median)) of \(measurement.count) runs
      mean    \(milliseconds(measurement.mean)), standard deviation \(milliseconds(measurement.deviation))
      min     \(milliseconds(measurement.min))

      """
    for percent in [90, 95, 99] { text += "p\(percent)     \(milliseconds(measurement.percentile(percent)))\n" }
    text += "max     \(milliseconds(measurement.max))\n"
    if subject.runners.count > 1 {
      text += "\(subject.runners.count) sessions at once: \(fixed(subject.throughput, 1)) runs a second\n"
    }
    if let late = late(subject) {
      text +=
        "late    \(milliseconds(late.median)), p95 \(milliseconds(late.percentile(95))), max \(milliseconds(late.max))\n"
    }
    text += "arena   \(bytesText(session.arenaByteCount)), packed weights \(bytesText(session.sharedByteCount)), "
    return text + "peak resident memory \(bytesText(peak))\n"
  }

  private var table: String {
    var table = TextTable([
      .left(duel == nil ? "kernels" : ""), .right("threads"), .right("runs"), .right("median ms"), .right("p90"),
      .right("p95"), .right("p99"), .right("max"), .right("runs/s"), .right("load ms"), .right("arena"),
    ])
    for subject in subjects {
      let (measurement, session) = (subject.measurement, subject.session)
      let times = [measurement.median] + [90, 95, 99].map { measurement.percentile($0) } + [measurement.max]
      // Of sides that take turns, what one of them alone would do.
      let rate = duel == nil ? subject.throughput : 1000 / max(measurement.mean, 1e-6)
      table.add(
        [
          duel == nil ? session.kernelsName : "\(subject.label) \(session.kernelsName)", "\(session.threadCount)",
          "\(measurement.count)",
        ]
          + times.map { fixed($0, 4) } + [fixed(rate, 1), fixed(subject.load, 2), bytesText(session.arenaByteCount)])
    }
    var text = ""
    if let duel {
      text += subjects.map { "\($0.label)  \($0.path)\n" }.joined() + table.text
      let quartiles = [25, 50, 75].map { fixed(duel.quantile($0), 4) }
      text +=
        "B takes \(quartiles[1]) times as long as A (quartiles \(quartiles[0]) to \(quartiles[2]), \(duel.ratios.count) pairs)\n"
    } else {
      text += "\(subjects.first?.path ?? "")\n" + table.text
    }
    for subject in subjects {
      guard let late = late(subject) else { continue }
      text += "\(subject.label) begins late by \(fixed(late.median, 4)) ms, p95 \(fixed(late.percentile(95), 4)) ms\n"
    }
    return text + "peak resident memory \(bytesText(peak))\n"
  }
}
