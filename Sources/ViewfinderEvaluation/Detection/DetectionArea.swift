/// COCO's classes of object size, by area in square pixels; both ends belong to the class.
enum DetectionArea: Int, CaseIterable {
  case all
  case small
  case medium
  case large

  var range: ClosedRange<Double> {
    switch self {
    case .all: 0...1e10
    case .small: 0...1024
    case .medium: 1024...9216
    case .large: 9216...1e10
    }
  }
}
