package import Viewfinder

#if !os(Linux)
  package import UIKit
#endif

extension ImageOrientation {
  /// The orientations in the order in which UIKit numbers them, from 0.
  fileprivate static let inUIKitOrder: [ImageOrientation] = [
    .up, .down, .left, .right, .upMirrored, .downMirrored, .leftMirrored, .rightMirrored,
  ]

  /// The same orientation as UIKit numbers it; one that UIKit has added since counts as upright.
  package init(_ orientation: UIImage.Orientation) {
    let number = orientation.rawValue
    self = Self.inUIKitOrder.indices.contains(number) ? Self.inUIKitOrder[number] : .up
  }
}

extension UIImage.Orientation {
  /// The same orientation as EXIF numbers it.
  package init(_ orientation: ImageOrientation) {
    guard let number = ImageOrientation.inUIKitOrder.firstIndex(of: orientation),
      let same = Self(rawValue: number)
    else { preconditionFailure("UIKit knows all eight orientations") }
    self = same
  }
}
