# --8<-- [start:a]
x = 1
# --8<-- [end:a]

assert x
