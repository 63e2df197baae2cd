// TFLiteKernels
