// The pod of this name brings these along, and code that uses it relies on that.
@_exported public import MLKitCommon
@_exported public import MLKitVision
