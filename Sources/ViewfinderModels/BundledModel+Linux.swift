#if os(Linux)
  extension BundledModel {
    /// The resources of the app; programs have none of their own here.
    static var appResources: [String] { [] }
  }
#endif
