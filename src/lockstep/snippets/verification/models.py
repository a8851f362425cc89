"""Builds models of the seeded Hub cache: ``python -m lockstep.snippets.verification.models FOLDER``.

The declarations come as JSON on stdin. Runs in a process of its own, since it imports torch.
"""

from __future__ import annotations

import hashlib
import json
import sys
from pathlib import Path

import torch
import transformers
from tokenizers import Tokenizer, decoders, models, pre_tokenizers, processors, trainers

from lockstep.snippets.verification.tiny_models import SPECIAL, VOCABULARY, Task, TinyModel, folder_name

AUTO_CLASSES: dict[Task, str] = {
    "text-generation": "AutoModelForCausalLM",
    "image-classification": "AutoModelForImageClassification",
    "object-detection": "AutoModelForObjectDetection",
    "zero-shot-object-detection": "AutoModelForZeroShotObjectDetection",
    "semantic-segmentation": "AutoModelForSemanticSegmentation",
    "universal-segmentation": "AutoModelForUniversalSegmentation",
}


def build(folder: Path, model: TinyModel) -> None:
    """Write one model in the layout of the Hub's cache."""
    repository = folder / folder_name(model.name)
    commit = hashlib.sha1(model.name.encode(), usedforsecurity=False).hexdigest()
    snapshot = repository / "snapshots" / commit
    snapshot.mkdir(parents=True)
    (repository / "refs").mkdir()
    (repository / "refs" / "main").write_text(commit, encoding="ascii")
    config = transformers.AutoConfig.for_model(model.architecture, **model.config)
    torch.manual_seed(model.seed)
    getattr(transformers, AUTO_CLASSES[model.task]).from_config(config).save_pretrained(snapshot)
    if model.has_tokenizer:
        longest = config.get_text_config().max_position_embeddings
        # What is generated follows the prompt; what is only read begins at the first token.
        side = "left" if model.task == "text-generation" else "right"
        _tokenizer(padding_side=side, model_max_length=longest).save_pretrained(snapshot)
    if model.image_processor:
        # Written as it stands in the published models: which class reads it depends on what is installed.
        text = json.dumps(dict(model.image_processor), indent=2, sort_keys=True)
        (snapshot / "preprocessor_config.json").write_text(f"{text}\n", encoding="utf-8")


def _tokenizer(**settings: object) -> transformers.PreTrainedTokenizerFast:
    """Make a tokenizer over bytes, so that any prompt in any language has tokens."""
    tokenizer = Tokenizer(models.BPE())
    tokenizer.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=False)
    tokenizer.decoder = decoders.ByteLevel()
    trainer = trainers.BpeTrainer(
        vocab_size=VOCABULARY,
        special_tokens=list(SPECIAL),
        initial_alphabet=sorted(pre_tokenizers.ByteLevel.alphabet()),
        show_progress=False,
    )
    tokenizer.train_from_iterator(["the model reads a prompt and writes the next word"] * 2, trainer)
    tokenizer.post_processor = processors.Sequence(
        [
            processors.ByteLevel(trim_offsets=False),
            processors.TemplateProcessing(single="<bos> $A", special_tokens=[("<bos>", SPECIAL.index("<bos>"))]),
        ]
    )
    names = {f"{name.strip('<>')}_token": name for name in SPECIAL}
    return transformers.PreTrainedTokenizerFast(tokenizer_object=tokenizer, **names, **settings)


def main(folder: Path) -> None:
    """Build what stdin declares."""
    for declared in json.load(sys.stdin):
        model = TinyModel(**declared)
        try:
            build(folder, model)
        except Exception as error:
            # The last line of stderr is what the user is told.
            said = " ".join(f"{type(error).__name__}: {error}".split())
            raise SystemExit(f"{model.name}: {said[:300]}") from error


if __name__ == "__main__":
    main(Path(sys.argv[1]))
