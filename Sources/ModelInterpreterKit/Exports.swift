// Clients of Firebase's framework get Foundation with it, and import nothing else.
@_exported import Foundation
// What brings `localizedDescription` to the runtime's errors.
import TFLiteFoundation
