"""The models of the seeded Hub cache: one declaration for each name that programs may load.

To add a model, add a `TinyModel` to `MODELS`: its name on the Hub, what it is for, its architecture, and sizes small
enough for less than two megabytes and two seconds. Only that model is built, before the next program that names it.
What is not a size stays as it is in the published model where it shapes the output: labels, queries, patches.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Literal

if TYPE_CHECKING:
    from collections.abc import Mapping

Task = Literal[
    "text-generation",
    "image-classification",
    "object-detection",
    "zero-shot-object-detection",
    "semantic-segmentation",
    "universal-segmentation",
]


@dataclass(frozen=True, slots=True)
class TinyModel:
    """A model as the seeded cache declares it.

    ``name`` is its name on the Hub. ``task`` decides the Auto class that loads it (``AutoModelForImageClassification``
    for ``image-classification``, ``AutoModelForCausalLM`` for ``text-generation``) and whether it has a tokenizer.
    ``architecture`` is the ``model_type`` of transformers, ``config`` the arguments of its configuration.
    ``image_processor`` is the content of ``preprocessor_config.json``, for models that look at images. ``seed`` is that
    of the weights.
    """

    name: str
    task: Task
    architecture: str
    config: Mapping[str, object]
    image_processor: Mapping[str, object] = field(default_factory=dict)
    seed: int = 0

    @property
    def has_tokenizer(self) -> bool:
        """Whether the model reads text."""
        return self.task in {"text-generation", "zero-shot-object-detection"}


# The tokenizer that all share: bytes, a few merges, and in front the special tokens in this order.
SPECIAL = ("<pad>", "<eos>", "<bos>", "<unk>")
VOCABULARY = 384
SPECIAL_IDS = {f"{name.strip('<>')}_token_id": SPECIAL.index(name) for name in ("<pad>", "<eos>", "<bos>")}

# The standard deviation of random weights. With the usual 0.02 outputs hardly depend on inputs: a decoder repeats its
# last token, DETR sees the same in every image, and 50 layers of MobileNet shrink everything to zero.
VIVID = 0.3

DECODER = {
    "hidden_size": 64,
    "intermediate_size": 128,
    "num_hidden_layers": 2,
    "num_attention_heads": 4,
    "num_key_value_heads": 1,
    "head_dim": 16,
    "vocab_size": VOCABULARY,
    "max_position_embeddings": 512,
    "initializer_range": VIVID,
    **SPECIAL_IDS,
}
ENCODER = {"hidden_size": 32, "intermediate_size": 64, "num_hidden_layers": 2, "num_attention_heads": 2}
RESNET = {"embedding_size": 16, "hidden_sizes": [32, 32, 64, 64], "depths": [1, 1, 1, 1]}
# The deeper of the two published backbones stays the deeper one.
RESNET_101 = {**RESNET, "depths": [1, 1, 3, 1]}
SWIN = {
    "model_type": "swin",
    "image_size": 64,
    "embed_dim": 8,
    "depths": [1, 1, 2, 1],
    "num_heads": [1, 2, 2, 4],
    "window_size": 4,
    "out_features": ["stage1", "stage2", "stage3", "stage4"],
}
DETR_DECODER = {
    "d_model": 32,
    "encoder_layers": 2,
    "encoder_ffn_dim": 64,
    "encoder_attention_heads": 2,
    "decoder_layers": 2,
    "decoder_ffn_dim": 64,
    "decoder_attention_heads": 2,
    "init_std": VIVID,
}


def _detr(backbone: Mapping[str, object]) -> dict[str, object]:
    backbone_config = {**backbone, "model_type": "resnet", "out_features": ["stage4"]}
    return {**DETR_DECODER, "backbone_config": backbone_config, "num_labels": 91}


def _processor(name: str, **settings: object) -> dict[str, object]:
    return {"image_processor_type": f"{name}ImageProcessor", **settings}


SQUARE = {"height": 64, "width": 64}
EDGES = {"shortest_edge": 64, "longest_edge": 96}

MODELS = (
    TinyModel("google/gemma-2b", "text-generation", "gemma", DECODER),
    TinyModel("Qwen/Qwen2.5-0.5B", "text-generation", "qwen2", {**DECODER, "tie_word_embeddings": True}),
    TinyModel(
        "google/vit-base-patch16-224",
        "image-classification",
        "vit",
        {**ENCODER, "image_size": 64, "num_labels": 1000, "initializer_range": VIVID},
        _processor("ViT", size=SQUARE),
    ),
    TinyModel(
        "microsoft/beit-base-patch16-224-pt22k-ft22k",
        "image-classification",
        "beit",
        # The published one has 21,841 labels: most of the megabytes, for no other code.
        {**ENCODER, "image_size": 64, "num_labels": 1000, "use_relative_position_bias": True},
        _processor("Beit", size=SQUARE, do_center_crop=False),
    ),
    TinyModel(
        "facebook/convnext-large-224",
        "image-classification",
        "convnext",
        {"hidden_sizes": [16, 32, 32, 64], "depths": [1, 1, 3, 1], "image_size": 64, "num_labels": 1000},
        _processor("ConvNext", size={"shortest_edge": 64}),
    ),
    TinyModel(
        "microsoft/resnet-50",
        "image-classification",
        "resnet",
        {**RESNET, "num_labels": 1000},
        _processor("ConvNext", size={"shortest_edge": 64}),
    ),
    TinyModel(
        "nvidia/segformer-b0-finetuned-ade-512-512",
        "semantic-segmentation",
        "segformer",
        {
            "hidden_sizes": [16, 32, 32, 64],
            "depths": [1, 1, 1, 1],
            "num_attention_heads": [1, 2, 2, 4],
            "decoder_hidden_size": 32,
            "initializer_range": 0.1,
            "num_labels": 150,
        },
        _processor("Segformer", size=SQUARE),
    ),
    TinyModel(
        "google/deeplabv3_mobilenet_v2_1.0_513",
        "semantic-segmentation",
        "mobilenet_v2",
        {
            "depth_multiplier": 0.25,
            "output_stride": 8,
            "image_size": 65,
            "initializer_range": VIVID,
            "num_labels": 21,
        },
        _processor("MobileNetV2", size={"shortest_edge": 65}, crop_size={"height": 65, "width": 65}),
    ),
    TinyModel(
        "google/owlvit-base-patch32",
        "zero-shot-object-detection",
        "owlvit",
        {
            "text_config": {**ENCODER, "vocab_size": VOCABULARY, **SPECIAL_IDS},
            "vision_config": {**ENCODER, "image_size": 64, "patch_size": 32},
            "projection_dim": 32,
        },
        _processor("OwlViT", size=SQUARE, crop_size=SQUARE),
    ),
    TinyModel("facebook/detr-resnet-50", "object-detection", "detr", _detr(RESNET), _processor("Detr", size=EDGES)),
    TinyModel(
        "facebook/detr-resnet-101", "object-detection", "detr", _detr(RESNET_101), _processor("Detr", size=EDGES)
    ),
    TinyModel(
        "microsoft/conditional-detr-resnet-50",
        "object-detection",
        "conditional_detr",
        {**_detr(RESNET), "num_queries": 300},
        _processor("ConditionalDetr", size=EDGES),
    ),
    TinyModel(
        "facebook/mask2former-swin-tiny-coco-panoptic",
        "universal-segmentation",
        "mask2former",
        {
            "backbone_config": SWIN,
            "feature_size": 32,
            "mask_feature_size": 32,
            "hidden_dim": 32,
            "encoder_feedforward_dim": 64,
            "encoder_layers": 2,
            "decoder_layers": 3,
            "num_attention_heads": 2,
            "dim_feedforward": 64,
            "num_labels": 133,
        },
        _processor("Mask2Former", size=SQUARE, num_labels=133),
    ),
    TinyModel(
        "facebook/maskformer-swin-base-ade",
        "universal-segmentation",
        "maskformer",
        {
            "backbone_config": SWIN,
            "decoder_config": {**DETR_DECODER, "model_type": "detr"},
            "fpn_feature_size": 32,
            "mask_feature_size": 32,
            "num_labels": 150,
        },
        _processor("MaskFormer", size=SQUARE, num_labels=150),
    ),
)


def models_for(text: str) -> tuple[TinyModel, ...]:
    """Find the declared models that a program's text names: those that must be there before it runs."""
    return tuple(model for model in MODELS if model.name in text)


def folder_name(name: str) -> str:
    """Name the folder in which the Hub's cache keeps a model."""
    return "models--" + name.replace("/", "--")
