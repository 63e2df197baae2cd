"""Classifiers of images."""

from .building import convolution, depthwise, keras, layers


def application(name, size=224):
    return lambda: getattr(keras.applications, name)(weights=None, input_shape=(size, size, 3))


def classified(inputs, x, classes=1000):
    return keras.Model(inputs, layers.Dense(classes, activation="softmax")(layers.GlobalAveragePooling2D()(x)))


def inception():
    """Four branches of convolutions and pooling side by side, nine times."""
    x = inputs = keras.Input((192, 192, 3), batch_size=1)
    x = convolution(convolution(x, 64, 7, 2), 96, 3, 2)
    for stage, (repeats, width) in enumerate([(2, 128), (4, 192), (3, 256)]):
        if stage:
            x = layers.MaxPooling2D(3, 2, padding="same")(x)
        for _ in range(repeats):
            wide = convolution(convolution(x, width // 2, 1), width, 3)
            wider = convolution(convolution(x, width // 8, 1), width // 4, 5)
            pooled = convolution(layers.MaxPooling2D(3, 1, padding="same")(x), width // 4, 1)
            x = layers.Concatenate()([convolution(x, width // 2, 1), wide, wider, pooled])
    return classified(inputs, x)


def convnext(widths=(40, 80, 160, 320), depths=(2, 2, 6, 2)):
    """Depthwise convolutions of 7 x 7, normalised by layer, between patches."""
    x = inputs = keras.Input((224, 224, 3), batch_size=1)
    for stage, (width, depth) in enumerate(zip(widths, depths)):
        size = 2 if stage else 4
        if stage:
            x = layers.LayerNormalization(epsilon=1e-6)(x)
        x = layers.Conv2D(width, size, size)(x)
        for _ in range(depth):
            y = layers.LayerNormalization(epsilon=1e-6)(layers.DepthwiseConv2D(7, padding="same")(x))
            y = layers.Conv2D(width, 1)(layers.Conv2D(4 * width, 1, activation="gelu")(y))
            x = layers.Add()([x, y])
    return classified(inputs, x)


def mobilenet_v4():
    """Universal inverted bottlenecks: a depthwise convolution before the expansion, one after it, both or none."""
    x = inputs = keras.Input((224, 224, 3), batch_size=1)
    x = convolution(x, 32, 3, 2)
    x = convolution(convolution(x, 32, 3, 2), 32, 1)
    x = convolution(convolution(x, 96, 3, 2), 64, 1)
    blocks = [(5, 5, 96, 3, 2)] + 4 * [(0, 3, 96, 2, 1)] + [(3, 0, 96, 4, 1), (3, 3, 128, 6, 2), (5, 5, 128, 4, 1)]
    blocks += [(0, 5, 128, 4, 1), (0, 5, 128, 3, 1), (0, 3, 128, 4, 1), (0, 3, 128, 4, 1)]
    for first, second, width, expansion, strides in blocks:
        y = depthwise(x, first, 1 if second else strides, activation=None) if first else x
        y = convolution(y, x.shape[-1] * expansion, 1)
        y = depthwise(y, second, strides) if second else y
        y = convolution(y, width, 1, activation=None)
        x = layers.Add()([x, y]) if strides == 1 and x.shape[-1] == width else y
    x = layers.GlobalAveragePooling2D(keepdims=True)(convolution(x, 960, 1))
    return keras.Model(inputs, layers.Dense(1000)(layers.Flatten()(convolution(x, 1280, 1))))


def shuffle():
    """Channels split in two, one half through a bottleneck, then shuffled (ShuffleNet v2)."""
    x = inputs = keras.Input((224, 224, 3), batch_size=1)
    x = layers.MaxPooling2D(3, 2, padding="same")(convolution(x, 24, 3, 2))

    def mixed(left, right):
        y = layers.Concatenate()([left, right])
        _, height, width, channels = y.shape
        y = layers.Permute((1, 2, 4, 3))(layers.Reshape((height, width, 2, channels // 2))(y))
        return layers.Reshape((height, width, channels))(y)

    for width, repeats in ((58, 4), (116, 8), (232, 4)):
        left = convolution(depthwise(x, 3, 2, activation=None), width, 1)
        right = convolution(depthwise(convolution(x, width, 1), 3, 2, activation=None), width, 1)
        x = mixed(left, right)
        for _ in range(repeats - 1):
            left, right = x[..., :width], x[..., width:]
            x = mixed(left, convolution(depthwise(convolution(right, width, 1), 3, 1, activation=None), width, 1))
    return classified(inputs, convolution(x, 1024, 1))


def regnet(widths=(48, 104, 208, 440), depths=(1, 2, 4, 2), group=8):
    """Bottlenecks of convolutions in groups of eight channels, weighted by what the whole image shows (RegNet Y)."""
    x = inputs = keras.Input((224, 224, 3), batch_size=1)
    x = convolution(x, 32, 3, 2)
    for width, depth in zip(widths, depths):
        for block in range(depth):
            strides = 1 if block else 2
            y = convolution(convolution(x, width, 1), width, 3, strides, groups=width // group)
            weight = layers.Conv2D(width // 4, 1, activation="relu")(layers.GlobalAveragePooling2D(keepdims=True)(y))
            y = layers.Multiply()([y, layers.Conv2D(width, 1, activation="sigmoid")(weight)])
            shortcut = x if block else convolution(x, width, 1, strides, activation=None)
            x = layers.ReLU()(layers.Add()([convolution(y, width, 1, activation=None), shortcut]))
    return classified(inputs, x)


def mixer(patch=16, width=192, blocks=6):
    """Fully connected layers over places and over channels in turn (MLP-Mixer)."""
    x = inputs = keras.Input((224, 224, 3), batch_size=1)
    x = layers.Conv2D(width, patch, patch)(x)
    places = x.shape[1] * x.shape[2]
    x = layers.Reshape((places, width))(x)
    for _ in range(blocks):
        y = layers.Permute((2, 1))(layers.LayerNormalization(epsilon=1e-6)(x))
        y = layers.Dense(places)(layers.Dense(width // 2, activation="gelu")(y))
        x = layers.Add()([x, layers.Permute((2, 1))(y)])
        y = layers.Dense(4 * width, activation="gelu")(layers.LayerNormalization(epsilon=1e-6)(x))
        x = layers.Add()([x, layers.Dense(width)(y)])
    x = layers.GlobalAveragePooling1D()(layers.LayerNormalization(epsilon=1e-6)(x))
    return keras.Model(inputs, layers.Dense(1000)(x))


NETWORKS = {
    "mobilenet_v1": application("MobileNet"), "mobilenet_v2": application("MobileNetV2"),
    "mobilenet_v3_large": application("MobileNetV3Large"), "efficientnet_b0": application("EfficientNetB0"),
    "resnet_50": application("ResNet50"), "densenet_121": application("DenseNet121"),
    "nasnet_mobile": application("NASNetMobile"), "inception": inception, "convnext": convnext,
    "mobilenet_v4": mobilenet_v4, "efficientnet_v2": application("EfficientNetV2B0"), "shufflenet": shuffle,
    "regnet": regnet, "mixer": mixer,
}
