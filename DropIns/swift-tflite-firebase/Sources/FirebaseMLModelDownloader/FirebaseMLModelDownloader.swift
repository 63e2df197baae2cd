@_exported import ModelDownloaderKit
