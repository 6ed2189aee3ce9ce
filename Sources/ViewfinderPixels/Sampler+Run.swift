internal import ViewfinderCore

extension Sampler {
  /// Carries out a plan: for each stored row of the target, filters every plane down to one row,
  /// converts and normalises it, and writes it where the orientation wants it.
  ///
  /// The target holds integers of one byte when there are limits, which are their range; else
  /// floats.
  mutating func run(
    _ plan: SamplingPlan,
    _ source: PixelBuffer,
    limits: ClosedRange<Float>?,
    _ target: inout MutableRawSpan
  ) {
    precondition(
      target.byteCount == width * height * 3 * (limits == nil ? 4 : 1),
      "The target must hold height × width × 3 elements"
    )
    scratch.prepare(for: plan, format: source.format)
    let writer = TargetWriter(plan: plan, limits: limits)
    writer.fillBars(&scratch.pixels, &scratch.bytes, into: &target)
    source.withPlanes { (first, second, third) in
      let kind = source.format
      let scale = SIMD4(plan.transform.scale, 0)
      let bias = SIMD4(plan.transform.bias, 0)
      let rows = PlaneRows(plane: 0, axis: plan.rows, columns: plan.columns, source: source)
      let cb =
        kind.planeCount > 1
        ? PlaneRows(
          plane: 1,
          axis: plan.chromaRows,
          columns: plan.chromaColumns,
          source: source
        ) : nil
      let cr =
        kind.planeCount > 2
        ? PlaneRows(
          plane: 2,
          axis: plan.chromaRows,
          columns: plan.chromaColumns,
          source: source
        ) : nil
      let colors = source.colorMatrix.conversion(isVideoRange: kind.isVideoRange)
        .scaled(luma: rows.scale, chroma: cb?.scale ?? 1)
      for cell in 0..<plan.rows.cells {
        let start = cell % plan.rowsAtOnce * plan.columns.cells * 4
        rows.filter(first, cell, sums: &scratch.sums, into: &scratch.row)
        if let cb {
          scratch.taps.gatherOnes(scratch.row, into: &scratch.luma, from: 0, step: 1)
          cb.filter(second, cell, sums: &scratch.sums, into: &scratch.row)
          if let cr {
            scratch.chromaTaps.gatherOnes(scratch.row, into: &scratch.chroma, from: 0, step: 2)
            cr.filter(third, cell, sums: &scratch.sums, into: &scratch.row)
            scratch.chromaTaps.gatherOnes(scratch.row, into: &scratch.chroma, from: 1, step: 2)
          } else {
            scratch.chromaTaps.gatherPairs(scratch.row, into: &scratch.chroma)
          }
          RowKernels.convert(
            luma: scratch.luma,
            chroma: scratch.chroma,
            count: plan.columns.cells,
            with: colors,
            scale: scale,
            bias: bias,
            into: &scratch.pixels,
            from: start
          )
        } else if kind == .gray {
          scratch.taps.gatherGray(
            scratch.row,
            scale: scale * rows.scale,
            bias: bias,
            into: &scratch.pixels,
            from: start
          )
        } else {
          scratch.taps.gatherColors(
            scratch.row,
            stride: kind.bytesPerSample(plane: 0),
            swapsRedAndBlue: kind == .bgra,
            scale: scale * rows.scale,
            bias: bias,
            into: &scratch.pixels,
            from: start
          )
        }
        writer.write(&scratch.pixels, &scratch.bytes, row: cell, into: &target)
      }
    }
  }
}
