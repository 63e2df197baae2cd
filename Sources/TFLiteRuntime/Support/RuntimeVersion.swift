/// The version of this package.
public enum RuntimeVersion {
  /// Semantic versioning, the tag without its prefix: the newest heading of CHANGELOG.md.
  public static var current: String { "0.1.0" }
}
