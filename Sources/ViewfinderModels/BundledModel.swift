public import ViewfinderCore
internal import ViewfinderSystem

/// Finds the models that come with Viewfinder.
///
/// `Bundle.module` would end the process when its folder has moved, as it does when a program is
/// installed. This looks in these places instead, and throws when the file is in none of them:
///
/// 1. the folder in `RuntimeSettings.resourcesPath`;
/// 2. the folder in the environment variable `VIEWFINDER_RESOURCES`;
/// 3. `../share/viewfinder`, seen from the library that this code is in, and from the executable;
/// 4. the resource bundle beside either or up to four folders above it;
/// 5. on Apple platforms, the resources of the app.
public enum BundledModel {
  /// The file of the default classifier, EfficientNet-Lite0.
  public static let classifierFileName = "efficientnet_lite0.tflite"

  /// The file name of the class-agnostic localizer.
  public static let localizerFileName = "localizer.tflite"

  /// The file name of the model that turns labels into coarse categories.
  public static let categoriesFileName = "categories.tflite"

  /// The file name of the table of base labels.
  public static let baseLabelsFileName = "base_labels.tsv"

  /// The environment variable that names a folder with the resources.
  public static let environmentVariable = "VIEWFINDER_RESOURCES"

  /// The path of a file that comes with Viewfinder.
  ///
  /// - Parameter name: The name of the file, such as ``classifierFileName``.
  /// - Returns: The path of the first such file, in the order above.
  /// - Throws: ``ViewfinderError`` with the code `notFound`, listing the places looked at.
  public static func path(of name: String) throws(ViewfinderError) -> String {
    let folders = folders(
      named: [RuntimeSettings.current.resourcesPath, Variable.value(environmentVariable)],
      ownFiles: Executable.ownFiles,
      appResources: appResources
    )
    return try path(of: name, in: folders)
  }

  static func path(of name: String, in folders: [String]) throws(ViewfinderError) -> String {
    for folder in folders {
      // SwiftPM copies the folder `Resources` itself into its bundle.
      for path in ["\(folder)/\(name)", "\(folder)/Resources/\(name)"]
      where FileStatus(of: path)?.kind == .file {
        return path
      }
    }
    throw ViewfinderError(
      .notFound,
      subject: name,
      found: "the bundled file is in none of " + folders.joined(separator: ", "),
      remedy: "Keep the folder \(bundleName).resources beside the executable, install with "
        + "\"make install\", or set \(environmentVariable) or RuntimeSettings.current.resourcesPath to the folder that "
        + "holds the file."
    )
  }

  /// The folders to look in, best first.
  static func folders(
    named: [String?],
    ownFiles: [String],
    appResources: [String]
  ) -> [String] {
    var folders: [String] = []
    for case .some(let folder) in named where !folder.isEmpty { folders.append(folder) }
    for file in ownFiles {
      var folder = Folder.parent(of: file)
      folders.append("\(Folder.parent(of: folder))/share/viewfinder")
      for _ in 0..<5 {
        folders.append("\(folder)/\(bundleName).resources")
        guard folder.contains("/"), folder != "/" else { break }
        folder = Folder.parent(of: folder)
      }
    }
    return folders + appResources
  }

  static let bundleName = "viewfinder_ViewfinderModels"
}
