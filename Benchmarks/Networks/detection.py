"""Networks that find things in images."""

import tensorflow as tf

from .building import Network, convolution, depthwise, frozen, keras, layers, of_keras, random


def detector():
    """Box and class heads on two maps of a MobileNet v2; the scores are sorted by the application."""
    backbone = keras.applications.MobileNetV2(weights=None, include_top=False, input_shape=(320, 320, 3))
    maps = [backbone.get_layer("block_13_expand_relu").output, backbone.output]
    boxes, classes = [], []
    for x in maps:
        boxes.append(layers.Reshape((-1, 4))(layers.Conv2D(24, 3, padding="same")(x)))
        classes.append(layers.Reshape((-1, 91))(layers.Conv2D(546, 1, activation="sigmoid")(x)))
    return keras.Model(backbone.input, [layers.Concatenate(1)(boxes), layers.Concatenate(1)(classes)])


POST_PROCESSING = """name: "TFLite_Detection_PostProcess"
attr { key: "max_detections" value { i: 20 } } attr { key: "max_classes_per_detection" value { i: 1 } }
attr { key: "use_regular_nms" value { b: false } } attr { key: "num_classes" value { i: 90 } }
attr { key: "nms_score_threshold" value { f: 0.3 } } attr { key: "nms_iou_threshold" value { f: 0.6 } }
attr { key: "y_scale" value { f: 10.0 } } attr { key: "x_scale" value { f: 10.0 } }
attr { key: "h_scale" value { f: 5.0 } } attr { key: "w_scale" value { f: 5.0 } }"""


def detector_with_boxes():
    """A light detector on five maps whose boxes are chosen in the model, by the custom operator."""
    backbone = keras.applications.MobileNetV2(weights=None, include_top=False, input_shape=(256, 256, 3), alpha=0.5)
    x = backbone.output
    maps = [backbone.get_layer("block_13_expand_relu").output, x]
    for width in (256, 128, 128):
        x = convolution(depthwise(convolution(x, width // 2, 1), 3, 2), width, 1)
        maps.append(x)
    boxes, scores = [], []
    for x in maps:
        boxes.append(layers.Reshape((-1, 4))(layers.Conv2D(24, 1)(depthwise(x))))
        scores.append(layers.Reshape((-1, 91))(layers.Conv2D(6 * 91, 1, activation="sigmoid")(depthwise(x))))
    model = keras.Model(backbone.input, [layers.Concatenate(1)(boxes), layers.Concatenate(1)(scores)])
    anchors = tf.constant(random.uniform(0.1, 0.9, (model.output_shape[0][1], 4)).astype("float32"))

    @tf.function(experimental_implements=POST_PROCESSING.replace("\n", " "))
    def chosen(boxes, scores, anchors):
        return tuple(tf.constant(0.0, name=name) for name in ("boxes", "classes", "scores", "count"))

    scored = frozen(of_keras(model))

    def call(image):
        boxes, scores = scored(image)
        return dict(zip(("boxes", "classes", "scores", "count"), chosen(boxes, scores, anchors)))
    return Network(call, [tf.TensorSpec([1, 256, 256, 3], name="image")], custom=True)


def yolo():
    """Cross-stage blocks with SiLU, pooling pyramids, and features that go up and down again."""
    def block(x, width, repeats, residual=True):
        x = convolution(x, width, 1, activation="silu")
        parts = [x[..., : width // 2], x[..., width // 2:]]
        for _ in range(repeats):
            y = convolution(convolution(parts[-1], width // 2, activation="silu"), width // 2, activation="silu")
            parts.append(layers.Add()([parts[-1], y]) if residual else y)
        return convolution(layers.Concatenate()(parts), width, 1, activation="silu")

    x = inputs = keras.Input((256, 256, 3), batch_size=1)
    maps = []
    x = convolution(x, 16, 3, 2, activation="silu")
    for width, repeats in ((32, 1), (64, 2), (128, 2), (256, 1)):
        x = block(convolution(x, width, 3, 2, activation="silu"), width, repeats)
        maps.append(x)
    x = convolution(x, 128, 1, activation="silu")
    pooled = [x]
    for _ in range(3):
        pooled.append(layers.MaxPooling2D(5, 1, padding="same")(pooled[-1]))
    deep = convolution(layers.Concatenate()(pooled), 256, 1, activation="silu")
    middle = block(layers.Concatenate()([layers.UpSampling2D()(deep), maps[2]]), 128, 1, False)
    fine = block(layers.Concatenate()([layers.UpSampling2D()(middle), maps[1]]), 64, 1, False)
    middle = block(layers.Concatenate()([convolution(fine, 64, 3, 2, activation="silu"), middle]), 128, 1, False)
    deep = block(layers.Concatenate()([convolution(middle, 128, 3, 2, activation="silu"), deep]), 256, 1, False)
    heads = []
    for x in (fine, middle, deep):
        box = layers.Conv2D(64, 1)(convolution(x, 64, activation="silu"))
        label = layers.Conv2D(80, 1, activation="sigmoid")(convolution(x, 80, activation="silu"))
        box = layers.Softmax()(layers.Reshape((-1, 4, 16))(box))
        box = layers.Reshape((-1, 4))(layers.Dense(1, use_bias=False)(box))
        heads.append(layers.Concatenate()([box, layers.Reshape((-1, 80))(label)]))
    return keras.Model(inputs, layers.Concatenate(1)(heads))


def widened(x, channels):
    """Zeros as further channels, so that a residual fits."""
    return layers.Lambda(lambda y: tf.pad(y, [[0, 0], [0, 0], [0, 0], [0, channels - x.shape[-1]]]))(x)


def face_detector():
    """Small residual blocks of 5 x 5 depthwise convolutions, residuals pooled and padded with channels, PRELU."""
    x = inputs = keras.Input((128, 128, 3), batch_size=1)
    x = layers.PReLU(shared_axes=(1, 2))(layers.Conv2D(24, 5, 2, padding="same")(x))
    maps = []
    for index, width in enumerate((24, 28, 32, 36, 42, 48, 56, 64, 72, 80, 88, 96, 96, 96, 96, 96)):
        strides = 2 if index in (2, 5, 11) else 1
        y = layers.Conv2D(width, 1)(layers.DepthwiseConv2D(5, strides, padding="same")(x))
        if strides == 2:
            if index == 11:
                maps.append(x)
            x = layers.MaxPooling2D()(x)
        if x.shape[-1] < width:
            x = widened(x, width)
        x = layers.PReLU(shared_axes=(1, 2))(layers.Add()([x, y]))
    maps.append(x)
    scores = [layers.Reshape((-1, 1))(layers.Conv2D(count, 1)(x)) for x, count in zip(maps, (2, 6))]
    boxes = [layers.Reshape((-1, 16))(layers.Conv2D(16 * count, 1)(x)) for x, count in zip(maps, (2, 6))]
    return keras.Model(inputs, [layers.Concatenate(1)(scores), layers.Concatenate(1)(boxes)])


def hand_landmarks():
    """Inverted residuals with RELU6 down to vectors of points, presence and side."""
    x = inputs = keras.Input((224, 224, 3), batch_size=1)
    x = convolution(x, 16, 3, 2, activation="relu6")
    for width, strides, repeats in ((16, 1, 1), (24, 2, 3), (32, 2, 3), (64, 2, 3), (96, 1, 3), (160, 2, 3)):
        for index in range(repeats):
            step = strides if index == 0 else 1
            y = convolution(x, 4 * x.shape[-1], 1, activation="relu6")
            y = convolution(depthwise(y, 3 if width < 64 else 5, step, activation="relu6"), width, 1, activation=None)
            x = layers.Add()([x, y]) if step == 1 and x.shape[-1] == width else y
    x = layers.Flatten()(convolution(x, 64, 7, activation="relu6", padding="valid"))
    return keras.Model(inputs, [layers.Dense(63)(x), layers.Dense(1, activation="sigmoid")(x),
                                layers.Dense(1, activation="sigmoid")(x), layers.Dense(63)(x)])


NETWORKS = {"detector": detector, "detector_with_boxes": detector_with_boxes, "yolo": yolo,
            "face_detector": face_detector, "hand_landmarks": hand_landmarks}
