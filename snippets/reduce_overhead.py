# --8<-- [start:reduce-overhead]
import torch
from transformers import AutoModelForCausalLM, AutoTokenizer

tokenizer = AutoTokenizer.from_pretrained("google/gemma-2b")
model = AutoModelForCausalLM.from_pretrained("google/gemma-2b", device_map="auto")
inputs = tokenizer("The fastest way to learn is", return_tensors="pt").to(model.device)

# On a CUDA GPU this also records CUDA graphs; elsewhere it does what the default mode does.
compiled_model = torch.compile(model, mode="reduce-overhead")

with torch.inference_mode():
    for _ in range(3):  # compile, then record, then replay
        outputs = compiled_model(**inputs)

next_token = outputs.logits[0, -1].argmax()
print(tokenizer.decode(next_token))
# --8<-- [end:reduce-overhead]

from lockstep import proof

proof.graphs(1)
proof.cuda_graphs(model.device)
with torch.inference_mode():
    proof.no_recompile(compiled_model, **inputs)
    proof.equals_eager(compiled_model, model, **inputs)
