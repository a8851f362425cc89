# /// lockstep
# raises = "torch._dynamo.exc.Unsupported"
# output = true
# ///
# --8<-- [start:a]
x = 1
# --8<-- [end:a]
