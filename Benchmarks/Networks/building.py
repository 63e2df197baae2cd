"""What networks are built of, and how they become flatbuffers."""

import dataclasses
import tempfile
import typing

import numpy as np
import tensorflow as tf
from tensorflow.python.framework.convert_to_constants import convert_variables_to_constants_v2

layers, keras = tf.keras.layers, tf.keras
random = np.random.default_rng(0)


@dataclasses.dataclass
class Network:
    """A function of tensors for the converter. `module` holds its variables, which stay variables of the model where it is
    `stateful`; where `custom`, functions in it stand for operators by their names."""

    call: typing.Callable
    inputs: list
    module: tf.Module | None = None
    stateful: bool = False
    custom: bool = False


def of_keras(model):
    """A Keras model for one sample."""
    inputs = [tf.TensorSpec([1] + list(tensor.shape[1:]), tensor.dtype, name=tensor.name) for tensor in model.inputs]

    def call(*values):
        return model(list(values) if len(values) > 1 else values[0], training=False)
    return Network(call, inputs)


def weights(*shape, scale=None):
    """Random constants with the variance of Glorot's."""
    scale = scale or (2 / (shape[-2] + shape[-1])) ** 0.5
    return tf.constant(random.normal(0, scale, shape).astype(np.float32))


def convolution(x, channels, size=3, strides=1, activation="relu", groups=1, padding="same"):
    """Convolution, batch normalisation, activation."""
    x = layers.Conv2D(channels, size, strides, padding=padding, groups=groups, use_bias=False)(x)
    x = layers.BatchNormalization()(x)
    return layers.Activation(activation)(x) if activation else x


def depthwise(x, size=3, strides=1, activation="relu"):
    x = layers.BatchNormalization()(layers.DepthwiseConv2D(size, strides, padding="same", use_bias=False)(x))
    return layers.Activation(activation)(x) if activation else x


def sample(spec):
    """One input to calibrate with; integers are small enough for any vocabulary."""
    if spec.dtype.is_integer:
        return random.integers(0, 2, spec.shape).astype(spec.dtype.as_numpy_dtype)
    return random.uniform(-1, 1, spec.shape).astype(np.float32)


def frozen(network):
    """The network's function with its variables as constants."""
    return convert_variables_to_constants_v2(tf.function(network.call, input_signature=network.inputs).get_concrete_function())


def converter(network):
    """A converter of a network: of a saved model where functions have to keep their names, otherwise of frozen constants."""
    if network.custom:
        folder = tempfile.mkdtemp()
        module = tf.Module()
        module.call = tf.function(network.call, input_signature=network.inputs)
        tf.saved_model.save(module, folder, signatures=module.call.get_concrete_function())
        found = tf.lite.TFLiteConverter.from_saved_model(folder)
        found.allow_custom_ops = True
        return found
    if network.stateful:
        function = tf.function(network.call, input_signature=network.inputs).get_concrete_function()
        found = tf.lite.TFLiteConverter.from_concrete_functions([function], network.module)
        found.experimental_enable_resource_variables = True
        return found
    return tf.lite.TFLiteConverter.from_concrete_functions([frozen(network)])


def convert(network, form):
    """The flatbuffer of a network as float32, dynamic or int8."""
    network = network if isinstance(network, Network) else of_keras(network)
    found = converter(network)
    if form != "float32":
        found.optimizations = [tf.lite.Optimize.DEFAULT]
    if form == "int8":
        found.representative_dataset = lambda: ([sample(spec) for spec in network.inputs] for _ in range(4))
        found.target_spec.supported_ops = [tf.lite.OpsSet.TFLITE_BUILTINS_INT8]
        if network.inputs[0].dtype.is_floating and not network.custom:
            found.inference_input_type = found.inference_output_type = tf.int8
    return found.convert()
