internal import Viewfinder
internal import ViewfinderSystem

/// Works on inputs with several threads and writes the records in the order of the inputs.
package struct PhotoRun<Report: PhotoReport> {
  let context: Context
  private let isQuiet: Bool

  /// What writes the records, with whatever it has gathered.
  package private(set) var report: Report
  private var status = ExitCode.success
  private var done = 0
  private var failed = 0
  private var outputFailure: OutputFailure?

  /// Creates a run.
  package init(in context: Context, report: Report, isQuiet: Bool) {
    self.context = context
    self.report = report
    self.isQuiet = isQuiet
  }

  /// Runs to the end.
  ///
  /// - Parameters:
  ///   - inputs: Gives the inputs; advanced by other threads, one at a time.
  ///   - total: The number of inputs, if it is known.
  ///   - jobs: The number of threads.
  ///   - processor: What turns inputs into records.
  /// - Returns: The status of the gravest failure of an input.
  /// - Throws: ``CommandFailure/output(_:)`` when the results cannot be written.
  package mutating func run<Processor: PhotoProcessor>(
    _ inputs: sending some IteratorProtocol<Input> & SendableMetatype, total: Int?, jobs: Int,
    processor: Processor
  ) throws(CommandFailure) -> ExitCode where Processor.Answer == Report.Answer {
    let environment = context.environment
    var bar: ProgressBar?
    if environment.showsProgress, !isQuiet, total.map({ $0 > 1 }) ?? true {
      bar = ProgressBar(
        to: context.error, columns: environment.columns, total: total, start: environment.now())
    }
    write(report.opening, clearing: &bar)
    let source = Mutex(inputs)
    OrderedRun(jobs: jobs).run(
      next: {
        if environment.isInterrupted() { return nil }
        return source.withLock { $0.next().map(processor.item) }
      },
      work: { (item: Processor.Item) in processor.process(item) },
      idle: {
        bar?.update(done: done, now: environment.now())
        return !environment.isInterrupted() && flush()
      },
      emit: { record in
        emit(record, clearing: &bar)
        bar?.update(done: done, now: environment.now())
        return outputFailure == nil && !environment.isInterrupted()
      })
    bar?.clear()
    write(report.closing, clearing: &bar)
    if outputFailure == nil { _ = flush() }
    if let outputFailure { throw .output(outputFailure) }
    return finish(total)
  }

  private mutating func emit(
    _ record: PhotoRecord<Report.Answer>, clearing bar: inout ProgressBar?
  ) {
    done += 1
    let text = report.text(for: record)
    if case .failure(let error) = record.outcome {
      failed += 1
      status = status.combined(with: ExitCode(inputFailure: error))
      if !report.includesFailures {
        // Results before it come out first, as they would on one terminal.
        _ = flush()
        bar?.clear()
        let style = context.environment.errorStyle
        let name = TextLayout.printable(record.source)
        let message = TextLayout.printable(record.message(of: error))
        context.complain("\(name): \(style.alarming("error:")) \(message)")
      }
    }
    write(text, clearing: &bar)
  }

  private mutating func write(_ text: String, clearing bar: inout ProgressBar?) {
    if text.isEmpty || outputFailure != nil { return }
    if context.environment.outputIsTerminal { bar?.clear() }
    do throws(OutputFailure) {
      try context.output.write(text)
      if context.environment.outputIsTerminal { try context.output.flush() }
    } catch {
      outputFailure = error
    }
  }

  /// Hands on what is written; returns whether that went well.
  private mutating func flush() -> Bool {
    do throws(OutputFailure) {
      try context.output.flush()
      return true
    } catch {
      outputFailure = outputFailure ?? error
      return false
    }
  }

  private mutating func finish(_ total: Int?) -> ExitCode {
    if !isQuiet { for remark in report.remarks { context.complain(remark) } }
    if context.environment.isInterrupted() {
      if !isQuiet {
        context.complain("interrupted after \(done)" + (total.map { " of \($0)" } ?? ""))
      }
      return .interrupted
    }
    if failed > 0, done > 1, !isQuiet { context.complain("\(failed) of \(done) inputs failed") }
    return status
  }
}
