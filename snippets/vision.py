# /// lockstep
# output = true
# ///

# --8<-- [start:classify]
import torch
from transformers import AutoImageProcessor, AutoModelForImageClassification

name = "microsoft/resnet-50"
processor = AutoImageProcessor.from_pretrained(name)
model = AutoModelForImageClassification.from_pretrained(name, device_map="auto")
model = model.to(memory_format=torch.channels_last)

compiled_model = torch.compile(model, fullgraph=True)


def classify(images):
    pixels = processor(images, return_tensors="pt")["pixel_values"]
    pixels = pixels.to(model.device, memory_format=torch.channels_last)
    with torch.inference_mode():
        outputs = compiled_model(pixels)
    return outputs.logits.argmax(-1)


images = list(torch.randint(0, 256, (4, 3, 80, 80), dtype=torch.uint8))
labels = classify(images)
print(labels.shape)
# --8<-- [end:classify]


# --8<-- [start:last]
def classify_up_to_four(images):
    padded = images + [images[-1]] * (4 - len(images))  # always four
    return classify(padded)[: len(images)]


with torch.compiler.set_stance("fail_on_recompile"):
    last_labels = classify_up_to_four(images[:3])
print(last_labels.shape)
# --8<-- [end:last]

from lockstep import proof

proof.graphs(1)
proof.fullgraph(compiled_model)
assert torch.equal(last_labels, labels[:3])
# Made outside of inference_mode, as those that the compiled model knows.
pixels = torch.randn(4, 3, 64, 64, device=model.device).contiguous(memory_format=torch.channels_last)
others = pixels.contiguous(), pixels[:3]
with torch.inference_mode():
    proof.no_recompile(compiled_model, pixels)
    proof.equals_eager(compiled_model, model, pixels)
    # Another memory format is another input, and another size of batch too.
    with torch.compiler.set_stance("fail_on_recompile"):
        for other in others:
            proof.raises(RuntimeError, compiled_model, other, match="fail_on_recompile")

# Detection models keep the proportions of each image, and so its shape.
detection = AutoImageProcessor.from_pretrained("facebook/detr-resnet-50")
wide, square = (torch.zeros(3, 80, width, dtype=torch.uint8) for width in (120, 80))
shapes = {tuple(detection(image, return_tensors="pt")["pixel_values"].shape) for image in (wide, square)}
assert len(shapes) == 2
classification = {tuple(processor(image, return_tensors="pt")["pixel_values"].shape) for image in (wide, square)}
assert len(classification) == 1
