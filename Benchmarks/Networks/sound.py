"""Networks of sound and of other series of numbers."""

import tensorflow as tf

from .building import Network, keras, layers, weights


def recurrent(steps=64, width=64):
    inputs = keras.Input((steps, width), batch_size=1)
    x = layers.LSTM(128, return_sequences=True)(inputs)
    return keras.Model(inputs, layers.Dense(32, activation="softmax")(layers.LSTM(64)(x)))


def keywords():
    """DS-CNN on 49 x 40 features."""
    x = inputs = keras.Input((49, 40, 1), batch_size=1)
    x = layers.ReLU()(layers.BatchNormalization()(layers.Conv2D(64, (10, 4), strides=2, padding="same")(x)))
    for _ in range(4):
        x = layers.ReLU()(layers.BatchNormalization()(layers.DepthwiseConv2D(3, padding="same")(x)))
        x = layers.ReLU()(layers.BatchNormalization()(layers.Conv2D(64, 1)(x)))
    return keras.Model(inputs, layers.Dense(12, activation="softmax")(layers.GlobalAveragePooling2D()(x)))


def gated_series(length=2000, width=32, cycles=2):
    """WaveNet: gated causal convolutions over time whose dilation doubles, residual and skipping sums."""
    x = inputs = keras.Input((length, 1), batch_size=1)
    x = layers.Conv1D(width, 2, padding="causal")(x)
    skipped = []
    for dilation in cycles * [1, 2, 4, 8, 16, 32]:
        gate = layers.Conv1D(width, 2, padding="causal", dilation_rate=dilation, activation="sigmoid")(x)
        y = layers.Conv1D(width, 2, padding="causal", dilation_rate=dilation, activation="tanh")(x)
        y = layers.Multiply()([y, gate])
        skipped.append(layers.Conv1D(width, 1)(y))
        x = layers.Add()([x, layers.Conv1D(width, 1)(y)])
    x = layers.Conv1D(64, 1, activation="relu")(layers.ReLU()(layers.Add()(skipped)))
    return keras.Model(inputs, layers.Conv1D(64, 1)(x))


def temporal(length=400, width=96):
    """TCN: residual blocks of dilated convolutions over time, then a class."""
    x = inputs = keras.Input((length, 40), batch_size=1)
    x = layers.Conv1D(width, 1)(x)
    for dilation in (1, 2, 4, 8):
        y = x
        for _ in range(2):
            y = layers.Conv1D(width, 3, padding="same", dilation_rate=dilation, use_bias=False)(y)
            y = layers.ReLU()(layers.BatchNormalization()(y))
        x = layers.ReLU()(layers.Add()([x, y]))
    return keras.Model(inputs, layers.Dense(20, activation="softmax")(layers.GlobalAveragePooling1D()(x)))


def pitch():
    """CREPE: a convolution of 512 samples on one channel, then long ones, to 360 pitches."""
    x = inputs = keras.Input((1024,), batch_size=1)
    x = layers.Reshape((1024, 1, 1))(x)
    for width, size, strides in ((128, 512, 4), (16, 64, 1), (16, 64, 1), (16, 64, 1), (32, 64, 1), (64, 64, 1)):
        x = layers.Conv2D(width, (size, 1), (strides, 1), padding="same", activation="relu")(x)
        x = layers.MaxPooling2D((2, 1))(layers.BatchNormalization()(x))
    return keras.Model(inputs, layers.Dense(360, activation="sigmoid")(layers.Flatten()(x)))


def denoiser(length=4096):
    """A one-dimensional encoder-decoder on sound: strided convolutions down, transposed ones up, connections across."""
    x = inputs = keras.Input((length, 1), batch_size=1)
    across = []
    for width in (16, 32, 64, 96):
        x = layers.LeakyReLU(0.1)(layers.Conv1D(width, 8, 4, padding="same")(x))
        across.append(x)
    x = layers.GRU(96, return_sequences=True, unroll=True)(x)
    for width, other in zip((64, 32, 16, 1), reversed(across)):
        x = layers.Conv1DTranspose(width, 8, 4, padding="same")(layers.Add()([x, other]))
        x = layers.LeakyReLU(0.1)(x) if width > 1 else x
    return keras.Model(inputs, layers.Activation("tanh")(x))


def anomalies(features=640, width=128, narrowest=8):
    """An autoencoder of fully connected layers: what it does not bring back of a sound is unusual."""
    x = inputs = keras.Input((features,), batch_size=1)
    for units in 4 * [width] + [narrowest] + 4 * [width]:
        x = layers.ReLU()(layers.BatchNormalization()(layers.Dense(units)(x)))
    return keras.Model(inputs, layers.Dense(features)(x))


def unrolled(steps=64, features=40, width=96):
    """Gated recurrent units, every step an operator sequence of its own."""
    x = inputs = keras.Input((steps, features), batch_size=1)
    x = layers.Conv1D(64, 5, 2, padding="same", activation="relu")(x)
    x = layers.GRU(width, unroll=True)(layers.GRU(width, return_sequences=True, unroll=True)(x))
    return keras.Model(inputs, layers.Dense(12, activation="softmax")(x))


def streaming(width=64, features=40, kernel=9, blocks=5):
    """Keywords as sound arrives: one step a call, convolutions over time whose past stands in variables."""
    module = tf.Module()
    module.past = [tf.Variable(tf.zeros([1, kernel - 1, features if index == 0 else width]), trainable=False)
                   for index in range(blocks)]

    def call(step):
        x = step
        for index, past in enumerate(module.past):
            window = tf.concat([past, x], axis=1)
            past.assign(window[:, 1:])
            if index == 0:
                x = tf.nn.conv2d(window[:, :, tf.newaxis], weights(kernel, 1, features, width, scale=0.1), 1, "VALID")[:, :, 0]
            else:
                filters = weights(kernel, 1, width, 1, scale=0.3)
                y = tf.nn.depthwise_conv2d(window[:, :, tf.newaxis], filters, [1, 1, 1, 1], "VALID")
                y = tf.nn.conv2d(y, weights(1, 1, width, width, scale=0.1), 1, "VALID")[:, :, 0]
                x = x + y
            x = tf.nn.relu(x)
        return tf.nn.softmax(tf.matmul(x[:, 0], weights(width, 12)))
    return Network(call, [tf.TensorSpec([1, 1, features], tf.float32, "step")], module, stateful=True)


NETWORKS = {"lstm": recurrent, "ds_cnn": keywords, "gated_series": gated_series, "temporal": temporal, "pitch": pitch,
            "denoiser": denoiser, "streaming_keywords": streaming, "anomalies": anomalies, "unrolled": unrolled}
