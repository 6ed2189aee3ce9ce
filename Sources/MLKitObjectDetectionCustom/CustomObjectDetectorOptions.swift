public import Foundation
public import MLKitCommon
public import MLKitObjectDetectionCommon
package import Viewfinder

/// Options of a detector that labels objects with a `.tflite` classifier of your own.
public final class CustomObjectDetectorOptions: CommonObjectDetectorOptions {
  /// The least confidence of a label.
  ///
  /// `nil` and values outside 0 through 1 mean the threshold in the model's metadata, or 0.
  public var classificationConfidenceThreshold: NSNumber?

  /// The greatest number of labels of an object; values below 1 mean 10.
  public var maxPerObjectLabelCount = 0

  /// Creates options for a model that is stored on this machine.
  ///
  /// With ``CommonObjectDetectorOptions/shouldEnableClassification`` off, which is the default,
  /// the model is never read.
  public init(localModel: LocalModel) {
    super.init { options in
      .classifier(ImageClassifier(model: try localModel.classifierModel(), options: options))
    }
  }

  package override var classifierOptions: ImageClassifier.Options {
    ImageClassifier.Options(
      maxResults: maxPerObjectLabelCount,
      confidenceThreshold: classificationConfidenceThreshold?.floatValue)
  }
}
