# --8<-- [start:compile]
import torch
from transformers import AutoModelForCausalLM, AutoTokenizer

tokenizer = AutoTokenizer.from_pretrained("google/gemma-2b")
model = AutoModelForCausalLM.from_pretrained("google/gemma-2b", device_map="auto")
inputs = tokenizer("The fastest way to learn is", return_tensors="pt").to(model.device)

compiled_model = torch.compile(model)  # nothing is compiled yet

with torch.inference_mode():
    outputs = compiled_model(**inputs)  # the first call compiles, and takes its time
    outputs = compiled_model(**inputs)  # later calls run the compiled code

next_token = outputs.logits[0, -1].argmax()
print(tokenizer.decode(next_token))
# --8<-- [end:compile]

from lockstep import proof

proof.graphs(1)
with torch.inference_mode():
    proof.no_recompile(compiled_model, **inputs)
    proof.equals_eager(compiled_model, model, **inputs)
