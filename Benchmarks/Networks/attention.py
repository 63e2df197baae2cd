"""Networks of attention."""

import numpy as np
import tensorflow as tf

from .building import Network, keras, layers, weights


def transformer(length=128, width=256, heads=4, blocks=4):
    x = inputs = keras.Input((length, width), batch_size=1)
    for _ in range(blocks):
        attention = layers.MultiHeadAttention(heads, width // heads)(x, x)
        x = layers.LayerNormalization()(layers.Add()([x, attention]))
        y = layers.Dense(width)(layers.Dense(4 * width, activation="gelu")(x))
        x = layers.LayerNormalization()(layers.Add()([x, y]))
    return keras.Model(inputs, layers.Dense(32)(x))


def keyword_transformer(width=128, heads=2, blocks=8):
    """A vision transformer's encoder over time steps of a spectrogram, with a class token."""
    x = inputs = keras.Input((98, 40), batch_size=1)
    x = layers.Dense(width)(x)
    token, places = weights(1, 1, width), weights(1, 99, width)
    x = layers.Lambda(lambda y: tf.concat([token, y], axis=1) + places)(x)
    for _ in range(blocks):
        x = layers.LayerNormalization()(layers.Add()([x, layers.MultiHeadAttention(heads, width // heads)(x, x)]))
        y = layers.Dense(width)(layers.Dense(4 * width, activation="gelu")(x))
        x = layers.LayerNormalization()(layers.Add()([x, y]))
    return keras.Model(inputs, layers.Dense(35)(x[:, 0]))


def linear(x, width):
    """A fully connected layer over the last axis."""
    return tf.matmul(x, weights(x.shape[-1], width)) + weights(1, width, scale=0.01)[0]


def split_heads(x, heads):
    length, width = x.shape[-2:]
    return tf.transpose(tf.reshape(x, [1, length, heads, width // heads]), [0, 2, 1, 3])


def joined(x):
    _, heads, length, width = x.shape
    return tf.reshape(tf.transpose(x, [0, 2, 1, 3]), [1, length, heads * width])


def normalised(x):
    """Layer normalisation with a scale and an offset."""
    mean = tf.reduce_mean(x, axis=-1, keepdims=True)
    variance = tf.reduce_mean(tf.math.squared_difference(x, mean), axis=-1, keepdims=True)
    return (x - mean) * tf.math.rsqrt(variance + 1e-6) * (1 + weights(1, x.shape[-1], scale=0.01)) + weights(1, x.shape[-1])


def masked(length=128, width=256, heads=4, blocks=4, vocabulary=8000):
    """BERT: embeddings of words, places and segments; what the mask leaves out is 90 lower, so that softmax gives it
    subnormal numbers."""
    def call(words, mask, segments):
        bias = (1 - tf.cast(mask[:, tf.newaxis, tf.newaxis, :], tf.float32)) * -90.0
        x = tf.gather(weights(vocabulary, width, scale=0.02), words) + tf.gather(weights(2, width, scale=0.02), segments)
        x = normalised(x + weights(1, length, width, scale=0.02))
        for _ in range(blocks):
            query, key, value = (split_heads(linear(x, width), heads) for _ in range(3))
            scores = tf.matmul(query, key, transpose_b=True) * (width // heads) ** -0.5 + bias
            x = normalised(x + linear(joined(tf.matmul(tf.nn.softmax(scores), value)), width))
            x = normalised(x + linear(tf.nn.gelu(linear(x, 4 * width)), width))
        return tf.tanh(linear(x[:, 0], width)), linear(x, 2)
    return Network(call, [tf.TensorSpec([1, length], tf.int32, name) for name in ("words", "mask", "segments")])


def relative(length=128, width=256, heads=4, blocks=4, vocabulary=8000):
    """T5's encoder: biases by distance, root-mean-square normalisation, gated linear units."""
    distance = np.arange(length)[None, :] - np.arange(length)[:, None]
    near = np.minimum(np.abs(distance), 8 + np.log2(np.maximum(np.abs(distance), 8) / 8) * 2)
    buckets = tf.constant((near + 16 * (distance > 0)).astype(np.int32))

    def scaled(x):
        square = tf.reduce_mean(tf.square(x), axis=-1, keepdims=True)
        return x * tf.math.rsqrt(square + 1e-6) * (1 + weights(1, width, scale=0.01))

    def call(words):
        x = tf.gather(weights(vocabulary, width, scale=0.5), words)
        bias = tf.transpose(tf.gather(weights(32, heads), buckets), [2, 0, 1])[tf.newaxis]
        for _ in range(blocks):
            y = scaled(x)
            query, key, value = (split_heads(linear(y, width), heads) for _ in range(3))
            scores = tf.matmul(query, key, transpose_b=True) + bias
            x += linear(joined(tf.matmul(tf.nn.softmax(scores), value)), width)
            y = scaled(x)
            x += linear(tf.nn.gelu(linear(y, 2 * width), approximate=True) * linear(y, 2 * width), width)
        return scaled(x)
    return Network(call, [tf.TensorSpec([1, length], tf.int32, "words")])


def windows(size=56, width=48, heads=3, window=7, blocks=4):
    """Swin: attention in windows that shift by half, where what belongs to another window is 100 lower."""
    count = size // window
    regions = np.zeros((size, size), np.int32)
    edges = (slice(0, -window), slice(-window, -(window // 2)), slice(-(window // 2), None))
    for number, (rows, columns) in enumerate((rows, columns) for rows in edges for columns in edges):
        regions[rows, columns] = number
    regions = regions.reshape(count, window, count, window).transpose(0, 2, 1, 3).reshape(count * count, 1, window**2)
    shifted = tf.constant(np.where(regions != regions.transpose(0, 2, 1), -100.0, 0.0)[:, None].astype(np.float32))

    def attention(x, shift):
        y = tf.roll(x, [-shift, -shift], [1, 2]) if shift else x
        y = tf.transpose(tf.reshape(y, [count, window, count, window, width]), [0, 2, 1, 3, 4])
        y = tf.reshape(y, [count * count, window * window, width])
        parts = [tf.transpose(tf.reshape(linear(y, width), [count * count, window**2, heads, width // heads]), [0, 2, 1, 3])
                 for _ in range(3)]
        scores = tf.matmul(parts[0], parts[1], transpose_b=True) * (width // heads) ** -0.5
        scores += weights(heads, window**2, window**2, scale=0.1)
        scores = scores + shifted if shift else scores
        y = tf.transpose(tf.matmul(tf.nn.softmax(scores), parts[2]), [0, 2, 1, 3])
        y = linear(tf.reshape(y, [count * count, window**2, width]), width)
        y = tf.transpose(tf.reshape(y, [count, count, window, window, width]), [0, 2, 1, 3, 4])
        y = tf.reshape(y, [1, size, size, width])
        return tf.roll(y, [shift, shift], [1, 2]) if shift else y

    def call(image):
        x = normalised(tf.nn.conv2d(image, weights(4, 4, 3, width, scale=0.1), 4, "VALID"))
        for block in range(blocks):
            x += attention(normalised(x), window // 2 if block % 2 else 0)
            x += linear(tf.nn.gelu(linear(normalised(x), 4 * width)), width)
        return linear(tf.reduce_mean(normalised(x), axis=[1, 2]), 100)
    return Network(call, [tf.TensorSpec([1, 4 * size, 4 * size, 3], tf.float32, "image")])


def conformer(length=100, width=144, heads=4, blocks=4, kernel=15):
    """Convolution-augmented speech encoder: half-step feed-forward, attention by content and relative place, gated depthwise
    convolution, all between a subsampling of the spectrogram and symbols."""
    waves = np.sin(np.arange(1 - length, length)[:, None] * np.exp(-np.arange(width)[None, :] / 20))
    places = tf.constant(waves.astype(np.float32))

    def feed_forward(x):
        return x + 0.5 * linear(tf.nn.silu(linear(normalised(x), 4 * width)), width)

    def shifted(scores):
        """Rows of scores by distance, moved so that columns are keys."""
        _, heads, rows, columns = scores.shape
        scores = tf.reshape(tf.pad(scores, [[0, 0], [0, 0], [0, 0], [1, 0]]), [1, heads, columns + 1, rows])
        return tf.reshape(scores[:, :, 1:], [1, heads, rows, columns])[..., :rows]

    def attention(x):
        y = normalised(x)
        query, key, value = (split_heads(linear(y, width), heads) for _ in range(3))
        by_place = split_heads(linear(places[tf.newaxis], width), heads)
        content = tf.matmul(query + weights(heads, 1, width // heads), key, transpose_b=True)
        place = shifted(tf.matmul(query + weights(heads, 1, width // heads), by_place, transpose_b=True))
        scores = (content + place) * (width // heads) ** -0.5
        return x + linear(joined(tf.matmul(tf.nn.softmax(scores), value)), width)

    def convolved(x):
        y = linear(normalised(x), 2 * width)
        y = y[..., :width] * tf.sigmoid(y[..., width:])
        y = tf.nn.depthwise_conv2d(y[:, :, tf.newaxis], weights(kernel, 1, width, 1, scale=0.2), [1, 1, 1, 1], "SAME")
        return x + linear(tf.nn.silu(normalised(y[:, :, 0])), width)

    def call(spectrogram):
        x = spectrogram[..., tf.newaxis]
        for channels in (1, 32):
            x = tf.nn.relu(tf.nn.conv2d(x, weights(3, 3, channels, 32, scale=0.2), 2, "SAME"))
        x = linear(tf.reshape(x, [1, length, -1]), width)
        for _ in range(blocks):
            x = normalised(feed_forward(convolved(attention(feed_forward(x)))))
        return tf.nn.log_softmax(linear(x, 64))
    return Network(call, [tf.TensorSpec([1, 4 * length, 80], tf.float32, "spectrogram")])


NETWORKS = {"transformer": transformer, "keyword_transformer": keyword_transformer, "masked_attention": masked,
            "relative_attention": relative, "window_attention": windows, "conformer": conformer}
