# --8<-- [start:fullgraph]
import torch
from transformers import AutoModelForCausalLM, AutoTokenizer

tokenizer = AutoTokenizer.from_pretrained("google/gemma-2b")
model = AutoModelForCausalLM.from_pretrained("google/gemma-2b", device_map="auto")
inputs = tokenizer("The fastest way to learn is", return_tensors="pt").to(model.device)

# An error, rather than a slower model, if the forward pass does not fit into one graph.
compiled_model = torch.compile(model, mode="reduce-overhead", fullgraph=True)

with torch.inference_mode():
    outputs = compiled_model(**inputs)

next_token = outputs.logits[0, -1].argmax()
print(tokenizer.decode(next_token))
# --8<-- [end:fullgraph]

from lockstep import proof

proof.graphs(1)
proof.fullgraph(compiled_model)
proof.cuda_graphs(model.device)
with torch.inference_mode():
    proof.no_recompile(compiled_model, **inputs)
    proof.equals_eager(compiled_model, model, **inputs)
