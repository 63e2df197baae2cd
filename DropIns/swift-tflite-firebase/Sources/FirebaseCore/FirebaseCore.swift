@_exported import FirebaseAppKit
