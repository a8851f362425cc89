# --8<-- [start:u]
def f():
	if True:
		return "a	b"
# --8<-- [end:u]
# --8<-- [start:class]
class Model:
    def forward(self, values):
        # --8<-- [start:m]
        if values:
            return values

        return None
        # --8<-- [end:m]

    def text(self):
        # --8<-- [start:s]
        return """
column 0
        """
        # --8<-- [end:s]
# --8<-- [end:class]
