// ModelInterpreterKit
