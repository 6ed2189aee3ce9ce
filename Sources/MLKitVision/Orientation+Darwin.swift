#if !os(Linux)
  public import UIKit
  package import Viewfinder

  extension Orientation {
    /// The same orientation as UIKit numbers it.
    package init(_ orientation: UIImage.Orientation) {
      switch orientation {
      case .up: self = .up
      case .down: self = .down
      case .left: self = .left
      case .right: self = .right
      case .upMirrored: self = .upMirrored
      case .downMirrored: self = .downMirrored
      case .leftMirrored: self = .leftMirrored
      case .rightMirrored: self = .rightMirrored
      @unknown default: self = .up
      }
    }
  }

  extension UIImage.Orientation {
    /// The same orientation as EXIF numbers it.
    package init(_ orientation: Orientation) {
      switch orientation {
      case .up: self = .up
      case .down: self = .down
      case .left: self = .left
      case .right: self = .right
      case .upMirrored: self = .upMirrored
      case .downMirrored: self = .downMirrored
      case .leftMirrored: self = .leftMirrored
      case .rightMirrored: self = .rightMirrored
      }
    }
  }
#endif
