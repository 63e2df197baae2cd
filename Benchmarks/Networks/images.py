"""Networks from images to images."""

import tensorflow as tf

from .building import convolution, depthwise, keras, layers


def segmentation():
    """A DeepLab-like head on a MobileNet v2: dilated convolutions side by side, image pooling, upsampling."""
    backbone = keras.applications.MobileNetV2(weights=None, include_top=False, input_shape=(256, 256, 3), alpha=0.5)
    features = backbone.get_layer("block_13_expand_relu").output
    branches = [layers.Conv2D(64, 1, activation="relu")(features)]
    for rate in (6, 12):
        branches.append(layers.Conv2D(64, 3, padding="same", dilation_rate=rate, activation="relu")(features))
    pooled = layers.Conv2D(64, 1, activation="relu")(layers.GlobalAveragePooling2D(keepdims=True)(features))
    branches.append(layers.UpSampling2D(16, interpolation="bilinear")(pooled))
    x = layers.Conv2D(64, 1, activation="relu")(layers.Concatenate()(branches))
    x = layers.Conv2D(21, 1)(x)
    return keras.Model(backbone.input, layers.UpSampling2D(16, interpolation="bilinear")(x))


def unet():
    """Down by pooling, up by transposed convolutions, with connections across, and classes by pixel."""
    x = inputs = keras.Input((128, 128, 3), batch_size=1)
    across = []
    for width in (16, 32, 64, 128):
        x = convolution(convolution(x, width), width)
        across.append(x)
        x = layers.MaxPooling2D()(x)
    x = convolution(convolution(x, 192), 192)
    for width, other in zip((128, 64, 32, 16), reversed(across)):
        x = layers.Concatenate()([layers.Conv2DTranspose(width, 2, 2)(x), other])
        x = convolution(convolution(x, width), width)
    return keras.Model(inputs, layers.Softmax()(layers.Conv2D(5, 1)(x)))


def portrait():
    """A selfie matte: a small inverted-residual encoder and transposed convolutions of 3 x 3 and 4 x 4 back to full size."""
    x = inputs = keras.Input((256, 256, 3), batch_size=1)
    x = convolution(x, 16, 3, 2, activation="hard_swish")
    across = [x]
    for width, strides in ((16, 2), (24, 2), (24, 1), (40, 2), (40, 1), (40, 1)):
        y = convolution(x, 4 * x.shape[-1], 1, activation="hard_swish")
        y = depthwise(y, 5 if width == 40 else 3, strides, activation="hard_swish")
        gate = layers.Conv2D(y.shape[-1], 1, activation="hard_sigmoid")(
            layers.Conv2D(8, 1, activation="relu")(layers.GlobalAveragePooling2D(keepdims=True)(y)))
        y = convolution(layers.Multiply()([y, gate]), width, 1, activation=None)
        if strides == 2:
            across.append(x)
        x = layers.Add()([x, y]) if strides == 1 and x.shape[-1] == width else y
    for other in (across[3], across[2], across[1]):
        x = layers.Conv2DTranspose(other.shape[-1], 3, 2, padding="same")(x)
        x = layers.Add()([x, other])
        x = convolution(depthwise(x), 16, 1)
    return keras.Model(inputs, layers.Conv2DTranspose(1, 4, 2, padding="same", activation="sigmoid")(x))


def super_resolution():
    """ESPCN-like: convolutions at the small size, then depth to space by 3."""
    x = inputs = keras.Input((96, 96, 3), batch_size=1)
    x = layers.Conv2D(64, 5, padding="same", activation="tanh")(x)
    for _ in range(3):
        x = layers.Conv2D(32, 3, padding="same", activation="relu")(x)
    x = layers.Conv2D(27, 3, padding="same")(x)
    return keras.Model(inputs, layers.Lambda(lambda y: tf.nn.depth_to_space(y, 3))(x))


def atrous(size=225, classes=21):
    """DeepLab v3: dilated depthwise convolutions, then dilated ones of several rates side by side with the whole image's mean,
    scaled up with aligned corners."""
    def dilated(x, width, rate):
        x = layers.Conv2D(width, 3, padding="same", dilation_rate=rate, use_bias=False)(x)
        return layers.ReLU()(layers.BatchNormalization()(x))

    x = inputs = keras.Input((size, size, 3), batch_size=1)
    x = convolution(x, 32, 3, 2)
    for width, strides, rate in ((24, 2, 1), (32, 2, 1), (64, 1, 1), (64, 1, 2), (96, 1, 2), (96, 1, 2), (160, 1, 4)):
        y = convolution(x, 6 * x.shape[-1], 1, activation="relu6")
        y = layers.DepthwiseConv2D(3, strides, padding="same", dilation_rate=rate, use_bias=False)(y)
        y = convolution(layers.ReLU(6.0)(layers.BatchNormalization()(y)), width, 1, activation=None)
        x = layers.Add()([x, y]) if x.shape == y.shape else y
    extent = x.shape[1:3]
    mean = convolution(layers.GlobalAveragePooling2D(keepdims=True)(x), 128, 1)
    mean = layers.Lambda(lambda y: tf.image.resize(y, extent))(mean)
    x = convolution(layers.Concatenate()([convolution(x, 128, 1), dilated(x, 128, 6), dilated(x, 128, 12), mean]), 128, 1)
    x = layers.Conv2D(classes, 1)(x)
    scaled = layers.Lambda(lambda y: tf.compat.v1.image.resize_bilinear(y, (size, size), align_corners=True))
    return keras.Model(inputs, scaled(x))


def super_resolution_transposed():
    """FSRCNN-like: narrow convolutions with PRELU and a transposed one of 9 x 9, on one channel."""
    x = inputs = keras.Input((120, 160, 1), batch_size=1)
    for width, size in ((56, 5), (12, 1), (12, 3), (12, 3), (12, 3), (12, 3), (56, 1)):
        x = layers.PReLU(shared_axes=(1, 2))(layers.Conv2D(width, size, padding="same")(x))
    return keras.Model(inputs, layers.Conv2DTranspose(1, 9, 2, padding="same")(x))


def style():
    """Style transfer: mirrored borders, normalisation by instance, residual blocks, upsampling by neighbours."""
    def normalised(x, width, size, strides=1):
        if strides == 1:
            border = size // 2
            x = layers.Lambda(lambda y: tf.pad(y, [[0, 0], [border, border], [border, border], [0, 0]], "REFLECT"))(x)
        x = layers.Conv2D(width, size, strides, padding="valid" if strides == 1 else "same")(x)
        return layers.GroupNormalization(-1, epsilon=1e-5)(x)

    x = inputs = keras.Input((160, 160, 3), batch_size=1)
    for width, size, strides in ((16, 9, 1), (32, 3, 2), (64, 3, 2)):
        x = layers.ReLU()(normalised(x, width, size, strides))
    for _ in range(4):
        y = normalised(layers.ReLU()(normalised(x, 64, 3)), 64, 3)
        x = layers.Add()([x, y])
    for width in (32, 16):
        x = layers.ReLU()(normalised(layers.UpSampling2D()(x), width, 3))
    return keras.Model(inputs, layers.Conv2D(3, 9, padding="same", activation="sigmoid")(x))


NETWORKS = {"segmentation": segmentation, "unet": unet, "portrait": portrait, "super_resolution": super_resolution,
            "super_resolution_transposed": super_resolution_transposed, "style": style,
            "atrous": atrous}
