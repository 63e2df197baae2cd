@_exported import FirebaseAppKit
@_exported import ModelInterpreterKit
