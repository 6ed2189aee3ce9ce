@_exported public import ViewfinderCore
@_exported public import ViewfinderHub
@_exported public import ViewfinderInference
@_exported public import ViewfinderMedia
@_exported public import ViewfinderModels
@_exported public import ViewfinderPixels
@_exported public import ViewfinderTracking
@_exported public import ViewfinderVision
