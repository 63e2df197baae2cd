"""Edits to TensorFlow Lite flatbuffers that the converter does not offer.

The model is read into the object form of the schema that ai-edge-litert ships, changed there and written again, with
every buffer aligned to 16 bytes so that a runtime can use it in place.
"""

import io
import zipfile

import flatbuffers
import numpy as np
from ai_edge_litert import schema_py_generated as schema
from flatbuffers import flexbuffers

METADATA_ENTRY = "TFLITE_METADATA"


def aligned_bytes(builder, content):
  """A [ubyte] vector whose first byte lies on a multiple of 16."""
  builder.StartVector(1, len(content), 16)
  builder.head -= len(content)
  builder.Bytes[builder.head:builder.head + len(content)] = content
  return builder.EndVector()


class AlignedBuffer(schema.BufferT):
  """A buffer that keeps the alignment the format asks for; the generated class drops it."""

  def Pack(self, builder):
    content = None if self.data is None or len(self.data) == 0 else aligned_bytes(builder, bytes(self.data))
    schema.BufferStart(builder)
    if content is not None:
      schema.BufferAddData(builder, content)
    return schema.BufferEnd(builder)


def read(content):
  return schema.ModelT.InitFromPackedBuf(content, 0)


def write(model):
  buffers = []
  for buffer in model.buffers:
    aligned = AlignedBuffer()
    aligned.data = buffer.data
    buffers.append(aligned)
  model.buffers = buffers
  builder = flatbuffers.Builder(1 << 16)
  builder.Finish(model.Pack(builder), b"TFL3")
  return bytes(builder.Output())


def add_buffer(model, content):
  buffer = schema.BufferT()
  buffer.data = np.frombuffer(content, dtype=np.uint8)
  model.buffers.append(buffer)
  return len(model.buffers) - 1


def drop_metadata(model, name):
  """Removes a metadata entry and empties its buffer."""
  kept = []
  for entry in model.metadata or []:
    if entry.name == name.encode():
      model.buffers[entry.buffer].data = None
    else:
      kept.append(entry)
  model.metadata = kept


def add_tensor(graph, name, shape, kind, buffer=0):
  tensor = schema.TensorT()
  tensor.name, tensor.shape, tensor.type, tensor.buffer, tensor.hasRank = name, list(shape), kind, buffer, True
  graph.tensors.append(tensor)
  return len(graph.tensors) - 1


def shorten_names(graph):
  """Names of fused tensors list every operator that went in; this keeps the first and numbers repetitions."""
  used = set()
  for tensor in graph.tensors:
    name = tensor.name.decode() if isinstance(tensor.name, bytes) else tensor.name
    short = name.split(";")[0].removeprefix("functional_1/").removeprefix("functional/")
    number = 2
    unique = short
    while unique in used:
      unique, number = f"{short}_{number}", number + 1
    used.add(unique)
    tensor.name = unique


def set_signature(model, inputs, outputs):
  """Gives the model one signature, serving_default, from names to tensor indices."""
  def mapped(names):
    entries = []
    for name, index in names.items():
      entry = schema.TensorMapT()
      entry.name, entry.tensorIndex = name, index
      entries.append(entry)
    return entries

  signature = schema.SignatureDefT()
  signature.signatureKey, signature.subgraphIndex = "serving_default", 0
  signature.inputs, signature.outputs = mapped(inputs), mapped(outputs)
  model.signatureDefs = [signature]


def flexbuffer(options):
  """Options as a FlexBuffer map, with numbers that float32 holds exactly kept as narrow as they go."""
  return bytes(flexbuffers.Dumps({key: float(np.float32(value)) if isinstance(value, float) else value
                                  for key, value in options.items()}))


def append_detection_postprocess(content, anchors, anchor_scale, input_name, output_names, output_roles, description,
                                 options):
  """Appends TFLite_Detection_PostProcess to a model with two uint8 outputs.

  content: flatbuffer with the outputs boxes [1, n, 4] and scores [1, n, classes], in this order.
  anchors: uint8 [n, 4], (y, x, height, width) in units of anchor_scale.
  output_names, output_roles: names of the four new output tensors and their names in the signature.
  """
  model = read(content)
  graph = model.subgraphs[0]
  shorten_names(graph)
  boxes, scores = graph.outputs
  for head, last in ((boxes, 4), (scores, options["num_classes"] + 1)):
    tensor = graph.tensors[head]
    if tensor.type != schema.TensorType.UINT8 or list(tensor.shape) != [1, len(anchors), last]:
      raise ValueError(f"tensor {tensor.name}: type {tensor.type}, shape {tensor.shape}; "
                       f"expected uint8 [1, {len(anchors)}, {last}]")

  anchor_tensor = add_tensor(graph, "anchors", anchors.shape, schema.TensorType.UINT8,
                             add_buffer(model, anchors.tobytes()))
  quantisation = schema.QuantizationParametersT()
  quantisation.scale, quantisation.zeroPoint = [anchor_scale], [0]
  graph.tensors[anchor_tensor].quantization = quantisation

  count = options["max_detections"] * options["max_classes_per_detection"]
  shapes = [(1, count, 4), (1, count), (1, count), (1,)]
  outputs = [add_tensor(graph, name, shape, schema.TensorType.FLOAT32) for name, shape in zip(output_names, shapes)]

  code = schema.OperatorCodeT()
  code.builtinCode = code.deprecatedBuiltinCode = schema.BuiltinOperator.CUSTOM
  code.customCode, code.version = "TFLite_Detection_PostProcess", 1
  model.operatorCodes.append(code)

  operator = schema.OperatorT()
  operator.opcodeIndex = len(model.operatorCodes) - 1
  operator.inputs = [boxes, scores, anchor_tensor]
  operator.outputs = outputs
  operator.customOptions = np.frombuffer(flexbuffer(options), dtype=np.uint8)
  graph.operators.append(operator)

  graph.outputs = outputs
  graph.tensors[boxes].name, graph.tensors[scores].name = "box_encodings", "class_predictions"
  graph.tensors[graph.inputs[0]].name = input_name
  set_signature(model, {input_name: graph.inputs[0]}, dict(zip(output_roles, outputs)))
  model.description = description
  drop_metadata(model, "CONVERSION_METADATA")
  return write(model)


def name_tensors(content, input_name, output_name, description):
  """The same model with its first input and output named, and described."""
  model = read(content)
  graph = model.subgraphs[0]
  shorten_names(graph)
  for tensor, name in ((graph.inputs[0], input_name), (graph.outputs[0], output_name)):
    graph.tensors[tensor].name = name
  set_signature(model, {input_name: graph.inputs[0]}, {output_name: graph.outputs[0]})
  model.description = description
  drop_metadata(model, "CONVERSION_METADATA")
  return write(model)


class Table:
  """A flatbuffer table by field number, for schemas that no installed package generates code for.

  A field _n is a string, a Table, a list of Tables, ("byte", number) or ("floats", numbers); None leaves it out.
  """

  def __init__(self, **fields):
    self.fields = {int(key[1:]): value for key, value in fields.items() if value is not None}

  def pack(self, builder):
    placed = {number: self.place(builder, value) for number, value in self.fields.items()}
    builder.StartObject(max(placed, default=-1) + 1)
    for number, (kind, value) in placed.items():
      if kind == "offset":
        builder.PrependUOffsetTRelativeSlot(number, value, 0)
      else:
        builder.PrependInt8Slot(number, value, 0)
    return builder.EndObject()

  def place(self, builder, value):
    if isinstance(value, str):
      return "offset", builder.CreateString(value)
    if isinstance(value, Table):
      return "offset", value.pack(builder)
    if isinstance(value, list):
      offsets = [item.pack(builder) for item in value]
      builder.StartVector(4, len(offsets), 4)
      for offset in reversed(offsets):
        builder.PrependUOffsetTRelative(offset)
      return "offset", builder.EndVector()
    kind, inner = value
    if kind == "floats":
      return "offset", builder.CreateNumpyVector(np.array(inner, dtype=np.float32))
    return kind, inner


def classifier_metadata(name, description, label_file, mean, deviation, input_range):
  """The model metadata flatbuffer (file identifier M001) of an image classifier with one input and one output.

  Tables, as numbered by the metadata schema: ModelMetadata {0 name, 1 description, 2 version, 3 subgraph_metadata,
  4 author, 5 license, 7 min_parser_version}, SubGraphMetadata {2 inputs, 3 outputs}, TensorMetadata {0 name,
  1 description, 3 content, 4 process_units, 5 stats, 6 associated_files}, Content {0 type, 1 properties; 1 =
  FeatureProperties, 2 = ImageProperties {0 color_space, RGB = 1}}, ProcessUnit {0 type, 1 options; 1 =
  NormalizationOptions {0 mean, 1 std}}, Stats {0 max, 1 min}, AssociatedFile {0 name, 1 description, 2 type,
  TENSOR_AXIS_LABELS = 2}.
  """
  normalisation = Table(_0=("byte", 1), _1=Table(_0=("floats", [mean]), _1=("floats", [deviation])))
  picture = Table(_0="image", _1="Whole picture resized to the input size, RGB.",
                  _3=Table(_0=("byte", 2), _1=Table(_0=("byte", 1))), _4=[normalisation],
                  _5=Table(_0=("floats", [input_range[1]]), _1=("floats", [input_range[0]])))
  labels = Table(_0=label_file, _1="Labels in the order of the scores.", _2=("byte", 2))
  scores = Table(_0="probability", _1="Probability of each label.", _3=Table(_0=("byte", 1), _1=Table()),
                 _5=Table(_0=("floats", [1.0]), _1=("floats", [0.0])), _6=[labels])
  root = Table(_0=name, _1=description, _2="1", _3=[Table(_2=[picture], _3=[scores])], _4="swift-tflite",
               _5="The licence of this repository.", _7="1.0.0")
  builder = flatbuffers.Builder(1024)
  builder.Finish(root.pack(builder), b"M001")
  return bytes(builder.Output())


def pack_metadata(content, metadata, files):
  """The model with its metadata in a buffer and files (name to bytes) appended as an uncompressed zip."""
  model = read(content)
  drop_metadata(model, METADATA_ENTRY)
  entry = schema.MetadataT()
  entry.name, entry.buffer = METADATA_ENTRY, add_buffer(model, metadata)
  model.metadata = (model.metadata or []) + [entry]
  packed = io.BytesIO(write(model))
  with zipfile.ZipFile(packed, "a", zipfile.ZIP_STORED) as archive:
    for name, data in files.items():
      archive.writestr(zipfile.ZipInfo(name, (1980, 1, 1, 0, 0, 0)), data)
  return packed.getvalue()
