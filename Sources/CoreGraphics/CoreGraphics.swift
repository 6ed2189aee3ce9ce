// Exists on Linux only, for code that imports Apple's module of this name.
@_exported public import Foundation
@_exported public import ViewfinderAppleTypes
