internal import ViewfinderCore

extension Sampler {
  /// Carries out a plan: for each stored row of the target, filters every plane down to one row
  /// and writes it where the orientation wants it.
  @inline(__always)
  mutating func run<Element: TargetElement>(
    _ plan: SamplingPlan,
    _ source: PixelBuffer,
    _ target: inout MutableSpan<Element>
  ) {
    precondition(
      target.count == width * height * 3,
      "The target must hold height × width × 3 elements"
    )
    scratch.prepare(for: plan, format: source.format)
    let writer = TargetWriter(plan: plan, source: source)
    writer.fillBars(of: &target)
    source.withPlanes { (first, second, third) in
      let luma = PlaneRows(plane: 0, axis: plan.rows, columns: plan.columns, source: source)
      let cb = PlaneRows(
        plane: min(1, source.format.planeCount - 1),
        axis: plan.chromaRows,
        columns: plan.chromaColumns,
        source: source
      )
      let cr = PlaneRows(
        plane: source.format.planeCount - 1,
        axis: plan.chromaRows,
        columns: plan.chromaColumns,
        source: source
      )
      for cell in 0..<plan.rows.cells {
        luma.filter(first, cell, sums: &scratch.sums, into: &scratch.row)
        scratch.gather(source.format, scale: luma.scale)
        if source.format.isSubsampled {
          cb.filter(second, cell, sums: &scratch.sums, into: &scratch.row)
          scratch.gatherChroma(source.format, plane: 1, scale: cb.scale)
        }
        if source.format.planeCount == 3 {
          cr.filter(third, cell, sums: &scratch.sums, into: &scratch.row)
          scratch.gatherChroma(source.format, plane: 2, scale: cr.scale)
        }
        writer.write(scratch.pixels.span, row: cell, into: &target)
      }
    }
  }
}
