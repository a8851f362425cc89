# --8<-- [start:all]
def f():


    text = """
column 0
    
"""
    return text
# --8<-- [end:all]

assert f
