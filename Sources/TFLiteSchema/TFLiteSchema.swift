// TFLiteSchema
