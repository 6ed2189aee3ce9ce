/// One step before or after a model, as metadata asks for it.
package enum ProcessUnit: Hashable, Sendable {
  /// Input: `(x − mean) ÷ std` with x from 0 through 255; one number or one a channel.
  case normalization(mean: [Float], std: [Float])
  /// Output: scores are calibrated with the tensor's calibration file.
  case scoreCalibration(ScoreCalibration.Transform, defaultScore: Float)
  /// Output: scores below this are left out.
  case scoreThreshold(Float)
  /// A step for text models, with its number in the schema.
  case tokenizer(Int)
  /// A step that this version does not know, with its number in the schema.
  case unknown(Int)
}
