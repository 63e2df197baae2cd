"""Networks drawn at random, which nobody has tuned anything for: blocks of all kinds, one behind another, with channels and
extents that do not fit registers. A number always gives the same network."""

import random

from .building import keras, layers

CHANNELS = (8, 12, 16, 20, 24, 27, 32, 36, 40, 48, 56, 64, 80, 96, 120, 128, 160, 192)


def drawn(number):
    """The network of that number: half of them are of images, a third of sequences, the others of dense layers."""
    draw = Draw(number)
    return (draw.image, draw.image, draw.image, draw.sequence, draw.sequence, draw.dense)[number % 6]()


class Draw:
    def __init__(self, number):
        self.random = random.Random(number)
        keras.utils.set_random_seed(number)

    def one(self, *choices):
        return self.random.choice(choices)

    def chance(self, probability):
        return self.random.random() < probability

    # What follows a layer.

    def activation(self, x):
        kind = self.one("relu", "relu", "relu", "relu6", "swish", "hard swish", "leaky", "prelu", "gelu", "elu", None)
        if kind == "hard swish":
            return x * layers.ReLU(6.0)(x + 3.0) * (1 / 6)
        if kind == "prelu":
            return layers.PReLU(shared_axes=list(range(1, len(x.shape) - 1)))(x)
        if kind in ("swish", "gelu", "elu"):
            return layers.Activation(kind)(x)
        if kind == "leaky":
            return layers.LeakyReLU(0.1)(x)
        return layers.ReLU(6.0 if kind == "relu6" else None)(x) if kind else x

    def normalized(self, x):
        return layers.BatchNormalization()(x) if self.chance(0.7) else x

    def ended(self, x):
        return self.activation(self.normalized(x))

    # Images.

    def image(self):
        size = self.one(48, 64, 80, 96, 112, 128, 160)
        x = inputs = keras.Input((size, size, self.one(1, 3, 3, 3, 4)), batch_size=1)
        x = self.ended(layers.Conv2D(self.one(*CHANNELS) // 2, self.one(3, 5, 7), strides=2, padding="same")(x))
        blocks = (self.convolution, self.depthwise, self.inverted, self.residual, self.branches, self.excitation, self.pool,
                  self.enlarged, self.dilated, self.groups, self.attention, self.separable, self.transposed, self.shuffle,
                  self.mixed)
        for _ in range(self.random.randint(5, 11)):
            x = self.one(*blocks)(x)
        return keras.Model(inputs, self.one(self.classes, self.map, self.flat)(x))

    def convolution(self, x):
        size, strides = self.one(1, 1, 3, 3, 5), self.one(1, 1, 2) if x.shape[1] > 8 else 1
        padding = self.one("same", "same", "valid") if x.shape[1] > 10 else "same"
        return self.ended(layers.Conv2D(self.one(*CHANNELS), size, strides=strides, padding=padding)(x))

    def depthwise(self, x):
        strides = self.one(1, 2) if x.shape[1] > 8 else 1
        return self.ended(layers.DepthwiseConv2D(
            self.one(3, 5, 7), strides=strides, padding="same", depth_multiplier=self.one(1, 1, 1, 2))(x))

    def inverted(self, x):
        channels = x.shape[-1]
        y = self.ended(layers.Conv2D(channels * self.one(2, 3, 4, 6), 1)(x))
        y = self.ended(layers.DepthwiseConv2D(self.one(3, 5), padding="same")(y))
        return x + layers.Conv2D(channels, 1)(y)

    def residual(self, x):
        channels = x.shape[-1]
        y = self.ended(layers.Conv2D(channels, 3, padding="same")(x))
        return self.activation(x + self.normalized(layers.Conv2D(channels, 3, padding="same")(y)))

    def branches(self, x):
        parts = [layers.Conv2D(self.one(*CHANNELS) // 2, size, padding="same")(x) for size in self.random.sample((1, 3, 5), 2)]
        return self.activation(layers.Concatenate()(parts + [layers.AveragePooling2D(3, 1, "same")(x)]))

    def excitation(self, x):
        channels = x.shape[-1]
        y = layers.GlobalAveragePooling2D(keepdims=True)(x)
        y = layers.Conv2D(max(4, channels // 4), 1, activation="relu")(y)
        return x * layers.Conv2D(channels, 1, activation="sigmoid")(y)

    def pool(self, x):
        kind = self.one(layers.MaxPooling2D, layers.AveragePooling2D)
        return kind(self.one(2, 3), 2 if x.shape[1] > 8 else 1, "same")(x)

    def enlarged(self, x):
        if x.shape[1] >= 64 or x.shape[-1] > 96:
            return x
        y = layers.UpSampling2D(2, interpolation=self.one("nearest", "bilinear"))(x)
        return self.activation(layers.Conv2D(max(8, x.shape[-1] // 2), 3, padding="same")(y))

    def dilated(self, x):
        return self.ended(layers.Conv2D(min(64, x.shape[-1]), 3, dilation_rate=self.one(2, 3), padding="same")(x))

    def groups(self, x):
        channels, count = x.shape[-1], self.one(2, 4)
        if channels % count != 0:
            return x
        width = channels // count
        parts = [layers.Conv2D(width, 3, padding="same")(x[..., i * width:(i + 1) * width]) for i in range(count)]
        return self.activation(layers.Concatenate()(parts))

    def attention(self, x):
        _, height, width, channels = x.shape
        if height * width > 400:
            return x
        depth = self.one(16, 24, 32)
        query, key = (layers.Reshape((height * width, depth))(layers.Conv2D(depth, 1)(x)) for _ in range(2))
        value = layers.Reshape((height * width, channels))(layers.Conv2D(channels, 1)(x))
        scores = layers.Softmax()(layers.Dot((2, 2))([query, key]) * depth ** -0.5)
        return x + layers.Reshape((height, width, channels))(layers.Dot((2, 1))([scores, value]))

    def separable(self, x):
        channels = x.shape[-1]
        x = self.activation(layers.Conv2D(channels, (1, self.one(3, 5, 7)), padding="same")(x))
        return self.ended(layers.Conv2D(channels, (self.one(3, 5, 7), 1), padding="same")(x))

    def transposed(self, x):
        if x.shape[1] >= 40 or x.shape[-1] > 96:
            return x
        channels = max(8, x.shape[-1] // 2)
        return self.activation(layers.Conv2DTranspose(channels, self.one(2, 3, 4), strides=2, padding="same")(x))

    def shuffle(self, x):
        _, height, width, channels = x.shape
        if channels % 2 != 0:
            return x
        y = layers.Permute((1, 2, 4, 3))(layers.Reshape((height, width, 2, channels // 2))(x))
        return layers.Reshape((height, width, channels))(y)

    def mixed(self, x):
        half = x.shape[-1] // 2
        parts = [layers.DepthwiseConv2D(size, padding="same")(part) for size, part in ((3, x[..., :half]), (5, x[..., half:]))]
        return self.activation(layers.Conv2D(self.one(*CHANNELS), 1)(layers.Concatenate()(parts)))

    def classes(self, x):
        return layers.Dense(self.one(10, 100, 527), activation=self.one(None, "softmax"))(layers.GlobalAveragePooling2D()(x))

    def map(self, x):
        return layers.Conv2D(self.one(1, 5, 21), 1, activation=self.one(None, "sigmoid"))(x)

    def flat(self, x):
        if x.shape[1] > 8:
            x = layers.AveragePooling2D(x.shape[1] // 4)(x)
        return layers.Dense(self.one(10, 64))(self.activation(layers.Dense(128)(layers.Flatten()(x))))

    # Sequences.

    def sequence(self):
        length, features = self.one(16, 32, 49, 64, 100, 128, 200), self.one(8, 20, 40, 64, 80, 128)
        x = inputs = keras.Input((length, features), batch_size=1)
        width = self.one(32, 48, 64, 96, 128, 144)
        first = layers.Dense(width) if self.chance(0.5) else layers.Conv1D(width, self.one(3, 5), padding="same")
        x = self.activation(first(x))
        blocks = (self.heads, self.forward, self.temporal, self.gru, self.lstm, self.depthwise_line, self.gated, self.mixer,
                  self.pool_line)
        for _ in range(self.random.randint(2, 6)):
            x = self.one(*blocks)(x)
        return keras.Model(inputs, self.one(self.classes_line, self.labels, self.last)(x))

    def heads(self, x):
        width, count = x.shape[-1], self.one(2, 4)
        if width % count != 0:
            return x
        y = layers.LayerNormalization()(x)
        return x + layers.MultiHeadAttention(count, width // count)(y, y)

    def forward(self, x):
        width = x.shape[-1]
        y = self.activation(layers.Dense(width * self.one(2, 4))(layers.LayerNormalization()(x)))
        return x + layers.Dense(width)(y)

    def temporal(self, x):
        return x + self.activation(layers.Conv1D(
            x.shape[-1], 3, dilation_rate=self.one(1, 2, 4), padding=self.one("same", "causal"))(x))

    def gru(self, x):
        if x.shape[1] > 64:
            return x
        return layers.GRU(self.one(24, 32, 64), return_sequences=True, unroll=x.shape[1] <= 32)(x)

    def lstm(self, x):
        return layers.LSTM(self.one(24, 32, 64), return_sequences=True)(x) if x.shape[1] <= 64 else x

    def depthwise_line(self, x):
        y = layers.DepthwiseConv1D(self.one(5, 9, 15), padding="same")(x)
        return x + self.ended(layers.Conv1D(x.shape[-1], 1)(y))

    def gated(self, x):
        width = x.shape[-1]
        y = layers.Dense(2 * width)(x)
        return x + y[..., :width] * layers.Activation("sigmoid")(y[..., width:])

    def mixer(self, x):
        length = x.shape[1]
        y = self.activation(layers.Dense(2 * length)(layers.Permute((2, 1))(x)))
        return x + layers.Permute((2, 1))(layers.Dense(length)(y))

    def pool_line(self, x):
        return self.one(layers.MaxPooling1D, layers.AveragePooling1D)(2)(x) if x.shape[1] > 16 else x

    def classes_line(self, x):
        return layers.Dense(12, activation="softmax")(layers.GlobalAveragePooling1D()(x))

    def labels(self, x):
        return layers.Dense(29)(x)

    def last(self, x):
        return layers.Dense(8)(x[:, -1])

    # Dense layers.

    def dense(self):
        rows, features = self.one(1, 1, 1, 4, 16, 32), self.one(16, 40, 100, 256, 640)
        x = inputs = keras.Input((features,) if rows == 1 else (rows, features), batch_size=1)
        for _ in range(self.random.randint(3, 7)):
            y = self.ended(layers.Dense(self.one(32, 50, 64, 100, 128, 200, 256, 512, 1024))(x))
            if y.shape[-1] == x.shape[-1]:
                x = x + y
            elif self.chance(0.2) and x.shape[-1] < 600:
                x = layers.Concatenate()([x, y])
            else:
                x = y
            if self.chance(0.2):
                x = layers.LayerNormalization()(x)
        return keras.Model(inputs, layers.Dense(self.one(1, 10, 64))(x))
