"""Builds the models of the seeded Hub cache: ``python -m lockstep.snippets.verification.models FOLDER``.

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

from lockstep.snippets.verification.hub import TinyModel

SPECIAL = ("<pad>", "<eos>", "<bos>", "<unk>")


def build(folder: Path, model: TinyModel) -> None:
    """Write one model in the layout of the Hub's cache."""
    repository = folder / ("models--" + model.name.replace("/", "--"))
    commit = hashlib.sha1(model.name.encode(), usedforsecurity=False).hexdigest()
    snapshot = repository / "snapshots" / commit
    snapshot.mkdir(parents=True)
    (repository / "refs").mkdir()
    (repository / "refs" / "main").write_text(commit, encoding="ascii")
    torch.manual_seed(model.seed)
    config = getattr(transformers, f"{model.architecture}Config")(
        hidden_size=model.hidden_size,
        intermediate_size=model.intermediate_size,
        num_hidden_layers=model.layers,
        num_attention_heads=model.heads,
        num_key_value_heads=model.key_value_heads,
        head_dim=model.head_size,
        vocab_size=model.vocabulary,
        max_position_embeddings=model.positions,
        initializer_range=model.initializer_range,
        **{f"{name.strip('<>')}_token_id": SPECIAL.index(name) for name in ("<pad>", "<eos>", "<bos>")},
    )
    getattr(transformers, f"{model.architecture}ForCausalLM")(config).save_pretrained(snapshot)
    _tokenizer(model.vocabulary).save_pretrained(snapshot)


def _tokenizer(vocabulary: int) -> transformers.PreTrainedTokenizerFast:
    """Make a tokenizer over bytes, so that any prompt in any language has tokens."""
    tokenizer = Tokenizer(models.BPE())
    tokenizer.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=False)
    tokenizer.decoder = decoders.ByteLevel()
    trainer = trainers.BpeTrainer(
        vocab_size=vocabulary,
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
    return transformers.PreTrainedTokenizerFast(tokenizer_object=tokenizer, padding_side="left", **names)


if __name__ == "__main__":
    for declared in json.load(sys.stdin):
        build(Path(sys.argv[1]), TinyModel(**declared))
