@_exported import ModelInterpreterKit
