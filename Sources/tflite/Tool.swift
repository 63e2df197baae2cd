import TFLiteTool

@main enum Tool {
  static func main() { TFLiteCommand.start() }
}
