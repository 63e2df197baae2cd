extension ModelStore {
  /// All records that can be read, by name, for people who look into a store.
  package func report() -> [Record] { records().filter { !$0.isTombstone } }
}
