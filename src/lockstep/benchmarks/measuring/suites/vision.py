"""The twelve vision models of the list that the documentation of Transformers published times for in 2023.

Each configuration is the checkpoint's own (its ``config.json`` on the Hugging Face Hub), as far as it differs from the
defaults of its class. Each input has the size to which the checkpoint's image processor brings the published image, of
640 by 480 pixels (COCO val2017, 000000039769); the comments say by which rule. Sizes are height by width.
"""

from __future__ import annotations

from lockstep.benchmarks.measuring.suite import Input, Recipe, Suite

CLASSIFICATION, DETECTION, SEGMENTATION = "image-classification", "object-detection", "image-segmentation"
STAGES = ["stage1", "stage2", "stage3", "stage4"]


def _pixels(height: int, width: int) -> dict[str, Input]:
    return {"pixel_values": Input("normal", (3, height, width))}


def _masked_pixels(height: int, width: int) -> dict[str, Input]:
    """Give what processors give that pad images of different sizes: here, every pixel is a real one."""
    return {**_pixels(height, width), "pixel_mask": Input("ones", (height, width))}


def _detr(model: str, config: str, depths: list[int], **more: object) -> dict[str, object]:
    # The checkpoints take their backbone from timm; the layers are those of transformers' own ResNet.
    return {
        "model": model,
        "config": config,
        "arguments": {
            "backbone": None,
            "use_timm_backbone": False,
            "use_pretrained_backbone": False,
            "backbone_config": {"model_type": "resnet", "depths": depths, "out_features": ["stage4"]},
            "num_labels": 91,
            **more,
        },
    }


def _swin(**sizes: object) -> dict[str, object]:
    return {"model_type": "swin", "drop_path_rate": 0.3, "out_features": STAGES, **sizes}


# DETR's processor: the shorter side to 800, unless that makes the longer one exceed 1333.
DETR_SIZE = (800, 1066)

RECIPES = (
    # The processor resizes to 224x224.
    Recipe(
        id="vit",
        task=CLASSIFICATION,
        model="ViT",
        checkpoint="google/vit-base-patch16-224",
        config={
            "model": "ViTForImageClassification",
            "config": "ViTConfig",
            "arguments": {"num_labels": 1000},
        },
        inputs=_pixels(224, 224),
    ),
    # The processor resizes to 224x224. Fine-tuned on all of ImageNet-22k.
    Recipe(
        id="beit",
        task=CLASSIFICATION,
        model="BeiT",
        checkpoint="microsoft/beit-base-patch16-224-pt22k-ft22k",
        config={
            "model": "BeitForImageClassification",
            "config": "BeitConfig",
            "arguments": {"num_labels": 21841, "use_relative_position_bias": True},
        },
        inputs=_pixels(224, 224),
    ),
    # The processor resizes the shorter side to 224/0.875 and crops the middle, 224x224.
    Recipe(
        id="convnext",
        task=CLASSIFICATION,
        model="ConvNeXT",
        checkpoint="facebook/convnext-large-224",
        config={
            "model": "ConvNextForImageClassification",
            "config": "ConvNextConfig",
            "arguments": {"depths": [3, 3, 27, 3], "hidden_sizes": [192, 384, 768, 1536], "num_labels": 1000},
        },
        inputs=_pixels(224, 224),
    ),
    # ConvNeXT's processor.
    Recipe(
        id="resnet",
        task=CLASSIFICATION,
        model="ResNet",
        checkpoint="microsoft/resnet-50",
        config={
            "model": "ResNetForImageClassification",
            "config": "ResNetConfig",
            "arguments": {"depths": [3, 4, 6, 3], "layer_type": "bottleneck", "num_labels": 1000},
        },
        inputs=_pixels(224, 224),
    ),
    # The processor resizes to 512x512.
    Recipe(
        id="segformer",
        task=SEGMENTATION,
        model="Segformer",
        checkpoint="nvidia/segformer-b0-finetuned-ade-512-512",
        config={
            "model": "SegformerForSemanticSegmentation",
            "config": "SegformerConfig",
            "arguments": {"depths": [2, 2, 2, 2], "hidden_sizes": [32, 64, 160, 256], "num_labels": 150},
        },
        inputs=_pixels(512, 512),
    ),
    # The processor resizes the shorter side to 513 and crops the middle, 513x513.
    Recipe(
        id="mobilenet",
        task=SEGMENTATION,
        model="MobileNet",
        checkpoint="google/deeplabv3_mobilenet_v2_1.0_513",
        config={
            "model": "MobileNetV2ForSemanticSegmentation",
            "config": "MobileNetV2Config",
            "arguments": {"image_size": 513, "output_stride": 8, "num_labels": 21},
            # With the class's own initial weights the output is 1e-22: comparing it would prove nothing.
            "convolutions": "kaiming",
        },
        inputs=_pixels(513, 513),
    ),
    # The processor resizes to 768x768 and pads texts to 16 tokens. Two queries per image, as published.
    Recipe(
        id="owlvit",
        task=DETECTION,
        model="OwlViT",
        checkpoint="google/owlvit-base-patch32",
        config={"model": "OwlViTForObjectDetection", "config": "OwlViTConfig", "arguments": {}},
        inputs={
            "input_ids": Input("integers", (16,), per_item=2, below=49407),
            "attention_mask": Input("ones", (16,), per_item=2),
            **_pixels(768, 768),
        },
    ),
    Recipe(
        id="detr",
        task=DETECTION,
        model="DETR",
        checkpoint="facebook/detr-resnet-50",
        config=_detr("DetrForObjectDetection", "DetrConfig", [3, 4, 6, 3]),
        inputs=_masked_pixels(*DETR_SIZE),
    ),
    Recipe(
        id="resnet-101",
        task=DETECTION,
        model="Resnet-101",
        checkpoint="facebook/detr-resnet-101",
        config=_detr("DetrForObjectDetection", "DetrConfig", [3, 4, 23, 3]),
        inputs=_masked_pixels(*DETR_SIZE),
    ),
    Recipe(
        id="conditional-detr",
        task=DETECTION,
        model="Conditional-DETR",
        checkpoint="microsoft/conditional-detr-resnet-50",
        config=_detr("ConditionalDetrForObjectDetection", "ConditionalDetrConfig", [3, 4, 6, 3], num_queries=300),
        inputs=_masked_pixels(*DETR_SIZE),
    ),
    # The processor resizes to 384x384, as those of this family's checkpoints do (transformers' own tests show it).
    Recipe(
        id="mask2former",
        task=SEGMENTATION,
        model="Mask2former",
        checkpoint="facebook/mask2former-swin-tiny-coco-panoptic",
        config={
            "model": "Mask2FormerForUniversalSegmentation",
            "config": "Mask2FormerConfig",
            "arguments": {
                "backbone_config": _swin(
                    image_size=224, embed_dim=96, depths=[2, 2, 6, 2], num_heads=[3, 6, 12, 24], window_size=7
                ),
                "num_labels": 133,
            },
        },
        inputs=_masked_pixels(384, 384),
    ),
    # The processor resizes the shorter side to 640, at most 2560 the longer one, and both up to a multiple of 32.
    Recipe(
        id="maskformer",
        task=SEGMENTATION,
        model="Maskformer",
        checkpoint="facebook/maskformer-swin-base-ade",
        config={
            "model": "MaskFormerForInstanceSegmentation",
            "config": "MaskFormerConfig",
            "arguments": {
                "backbone_config": _swin(
                    image_size=384, embed_dim=128, depths=[2, 2, 18, 2], num_heads=[4, 8, 16, 32], window_size=12
                ),
                "num_labels": 150,
            },
        },
        inputs=_masked_pixels(640, 864),
    ),
)

VISION = Suite(
    "vision",
    "the vision models of the published list",
    RECIPES,
    f"{__package__}.vision_models",
)
