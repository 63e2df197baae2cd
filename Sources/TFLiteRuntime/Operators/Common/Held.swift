/// A place for an object that `prepare` makes and `execute` uses: reading `lent` counts no references.
struct Held<Object: AnyObject> {
  /// The object; nil before there is one.
  var object: Object? {
    didSet { lent = object.map { .passUnretained($0) } }
  }
  /// The same, for as long as it stays.
  private(set) var lent: Unmanaged<Object>?
}
