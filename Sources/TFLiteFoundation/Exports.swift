// Who has this module has the runtime.
@_exported import TFLiteRuntime
