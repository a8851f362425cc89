# /// lockstep
# needs = ["cuda", "compiler", "accelerate>=1.0"]
# ///
# --8<-- [start:a]
x = 1
# --8<-- [end:a]

assert x
