# --8<-- [start:u]
class Tabbed:
	def f(self):
		# --8<-- [start:tabs]
		if self:
			return "a	b"

		return 1
		# --8<-- [end:tabs]
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

    def deep(self, x):
        # --8<-- [start:deep]
        text = """
            twelve
        eight
    four
        """ + f"""{x
            }
            twelve
        """
        # A comment.
    # One further left.
# One at the margin.
        total = (1 +
    2 +
            3)
        other = 1 + \
  2
        with open(text) as file:
            if total:
                print(file, other, 'a\
        b')
        # --8<-- [end:deep]

    names = [
        # --8<-- [start:items]
        "a",
            "b",
        # --8<-- [end:items]
    ]
# --8<-- [end:class]

assert Model
