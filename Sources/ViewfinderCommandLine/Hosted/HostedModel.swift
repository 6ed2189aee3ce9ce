internal import Viewfinder

/// Finds the file of a hosted model that stands in place of a path.
enum HostedModel {
  static let updateOption = Option.flag(
    "update",
    help: "Look for a newer version of a hosted model first. Default: use the one that is here.")

  /// Refuses `--update` where no model is a hosted one.
  static func checkUpdate(
    _ arguments: ParsedArguments, of models: [String?]
  ) throws(UsageError) {
    guard arguments.has(updateOption) else { return }
    if models.contains(where: { $0.map(ModelSource.isSource) ?? false }) { return }
    throw UsageError(
      "'--update' is about a hosted model: firebase:NAME, gs://… or https://…")
  }

  /// The path of the model's file in the cache; other text as it is.
  ///
  /// A model that is not in the cache is downloaded. When the look for a newer version fails, the
  /// old one is used and a remark made.
  static func path(
    _ text: String?, updating: Bool, isQuiet: Bool = false, in context: Context
  ) throws(CommandFailure) -> String? {
    guard let text, ModelSource.isSource(text) else { return text }
    do throws(ViewfinderError) {
      return try path(of: ModelSource(text), text, updating, isQuiet, context)
    } catch {
      throw .problem(error)
    }
  }

  private static func path(
    of source: ModelSource, _ text: String, _ isUpdating: Bool, _ isQuiet: Bool,
    _ context: Context
  ) throws(ViewfinderError) -> String {
    let hub = try HubOptions.standard.hub(context.environment)
    var known = try hub.cachedModel(source)
    if known == nil { known = try onlyModel(named: text, in: hub) }
    if let known, !isUpdating { return known.path }
    context.environment.catchInterrupts()
    do throws(ViewfinderError) {
      return try ModelFetch(hub: hub, source: source, isQuiet: isQuiet).run(in: context).path
    } catch {
      guard let known, error.code != .cancelled else { throw error }
      if !isQuiet {
        context.complain(
          "viewfinder: the model in the cache is used, for looking for a newer one failed: "
            + TextLayout.printable(error.description))
      }
      return known.path
    }
  }

  /// The only model in the cache with a source, when nothing says of which project it is, or it was
  /// pulled with a hash, which nothing asks for here.
  private static func onlyModel(
    named text: String, in hub: ModelHub
  ) throws(ViewfinderError) -> CachedModel? {
    // What the cache calls a source leaves queries out, which may make all the difference.
    let isKnown =
      text.hasPrefix("firebase:")
      ? hub.configuration.projectID == nil : !text.hasPrefix("gs://") && !text.contains("?")
    guard isKnown else { return nil }
    let fitting = try hub.cache.entries().filter { $0.source == text }.compactMap(\.model)
    return fitting.count == 1 ? fitting[0] : nil
  }
}
