# --8<-- [start:generate]
import torch
from transformers import AutoModelForCausalLM, AutoTokenizer

tokenizer = AutoTokenizer.from_pretrained("google/gemma-2b")
model = AutoModelForCausalLM.from_pretrained("google/gemma-2b", device_map="auto")
inputs = tokenizer("The fastest way to learn is", return_tensors="pt").to(model.device)

# Compile the forward pass, which generate() calls for every token.
model.forward = torch.compile(model.forward)

# A static cache keeps its size, so that every new token runs the same compiled code.
tokens = model.generate(**inputs, max_new_tokens=8, do_sample=False, cache_implementation="static")
print(tokenizer.decode(tokens[0], skip_special_tokens=True))
# --8<-- [end:generate]

from lockstep import proof

# One graph reads the prompt, the other writes token after token.
proof.graphs(2)

settings = {**inputs, "max_new_tokens": 8, "do_sample": False, "cache_implementation": "static"}
proof.no_recompile(model.generate, **settings)
with torch.compiler.set_stance("force_eager"):
    reference = model.generate(**settings)
prompt_length = inputs["input_ids"].shape[1]
proof.same_tokens(tokens[:, prompt_length:], reference[:, prompt_length:])

# On a GPU, generate() compiles on its own for a static cache: here it must not.
fresh_model = AutoModelForCausalLM.from_pretrained("google/gemma-2b", device_map="auto")
proof.compiles_nothing(torch.compile(fresh_model).generate, **settings, disable_compile=True)
