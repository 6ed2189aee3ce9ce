#if os(Linux)
  public import Foundation

  extension NSObject {
    /// The name of the class, as on Apple's systems.
    public class func description() -> String { String(describing: self) }
  }
#endif
