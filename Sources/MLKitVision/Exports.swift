// ML Kit's headers bring these along, and code that uses it relies on that.
@_exported public import MLImage
@_exported public import MLKitCommon
