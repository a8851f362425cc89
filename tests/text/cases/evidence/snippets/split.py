# --8<-- [start:a]
x = 1
# --8<-- [end:a]
# --8<-- [start:b]
y = x
# --8<-- [end:b]
# --8<-- [start:c]
z = y
# --8<-- [end:c]

assert x
