# /// lockstep
# timeout = 600
# output = true
# ///

# --8<-- [start:count]
import torch
from torch._dynamo.utils import counters
from transformers import AutoModelForCausalLM, AutoTokenizer

name = "google/gemma-2b"
tokenizer = AutoTokenizer.from_pretrained(name, padding_side="left")
model = AutoModelForCausalLM.from_pretrained(name, device_map="auto")
inputs = tokenizer("The fastest way to learn is", return_tensors="pt")
inputs = inputs.to(model.device)

compiled_model = torch.compile(model)
settings = {"max_new_tokens": 8, "do_sample": False}
slow_tokens = compiled_model.generate(**inputs, **settings)
print(f"graphs: {counters['stats']['unique_graphs']}")
# --8<-- [end:count]

# --8<-- [start:forward]
model.forward = torch.compile(model.forward)

settings["cache_implementation"] = "static"
settings["disable_compile"] = True  # generate() is not to compile as well
padding = {"padding": "max_length", "max_length": 32}

for prompt in ("The fastest way to learn is", "Write a poem"):
    inputs = tokenizer(prompt, return_tensors="pt", **padding)
    tokens = model.generate(**inputs.to(model.device), **settings)
    print(f"graphs: {counters['stats']['unique_graphs']}")
# --8<-- [end:forward]

from transformers import CompileConfig

from lockstep import proof

# One graph reads the prompt, the other writes token after token.
proof.graphs(2)

proof.no_recompile(model.generate, **inputs, **settings)
with torch.compiler.set_stance("force_eager"):
    reference = model.generate(**inputs, **settings)
proof.same_tokens(tokens[:, 32:], reference[:, 32:])

# The wrapper's generate() is the model's: the same tokens, and nothing compiled.
assert compiled_model._orig_mod is model
first = tokenizer("The fastest way to learn is", return_tensors="pt").to(model.device)
prompt_length = first["input_ids"].shape[1]
with torch.compiler.set_stance("force_eager"):
    reference = model.generate(**first, max_new_tokens=8, do_sample=False)
proof.same_tokens(slow_tokens[:, prompt_length:], reference[:, prompt_length:])

# A prompt that is not padded needs code of its own, and so does another size of the cache.
short = tokenizer(prompt, return_tensors="pt").to(model.device)
longer = {**inputs, **settings, "max_new_tokens": 9}
with torch.compiler.set_stance("fail_on_recompile"):
    proof.raises(RuntimeError, model.generate, **short, **settings, match="fail_on_recompile")
    proof.raises(RuntimeError, model.generate, **longer, match="fail_on_recompile")
# Padding does not cut what is longer.
assert len(tokenizer(prompt * 5, padding="max_length", max_length=32)["input_ids"]) > 32

fresh_model = AutoModelForCausalLM.from_pretrained(name, device_map="auto")
proof.compiles_nothing(torch.compile(fresh_model).generate, **short, **settings)

# Transformers compiles by itself for a static cache: on a GPU, or elsewhere where this private switch is on.
by_itself = CompileConfig(backend="eager")
by_itself._compile_all_devices = True
for disabled, compiles in ((True, False), (False, True)):
    before = counters["stats"]["unique_graphs"]
    fresh_model.generate(**short, **{**settings, "disable_compile": disabled}, compile_config=by_itself)
    assert (counters["stats"]["unique_graphs"] > before) == compiles
