// TFLiteVision
