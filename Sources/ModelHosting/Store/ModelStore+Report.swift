extension ModelStore {
  /// All records that can be read, by name, and why others cannot, for people who look into a store.
  package func report() throws(HostingError) -> (records: [Record], failures: [HostingError]) {
    let survey = try survey()
    return (survey.records.filter { !$0.isTombstone }, survey.failures)
  }
}
