"""Every place of a page that holds blocks."""

PLACES = {
    "the page": ("{}", "body"),
    "a list item": ("1. one\n2. two\n\n{4}\n\n3. three", "ol > li:nth-child(2)"),
    "a list in a list": ("- one\n    - two\n\n{8}", "li li"),
    "a tab": ('=== "A"\n\n{4}\n\n=== "B"\n\n    x', ".tabbed-block"),
    "a tab in a list": ('1. one\n2. two\n\n    === "A"\n\n{8}\n\n3. three', "ol > li:nth-child(2) .tabbed-block"),
    "a callout": ("> [!TIP]\n> text\n>\n{>}", ".admonition.tip"),
    "a folded callout": ("> [!NOTE]-\n{>}", "details"),
    "a quote": ("> text\n>\n{>}", "blockquote"),
    "a quote in a quote": ("> text\n>\n{>>}", "blockquote blockquote"),
    "a quote in a list": ("- one\n\n{    >}", "li blockquote"),
    "an admonition": ("!!! note\n\n{4}", ".admonition.note"),
    "details": ("??? note\n\n{4}", "details"),
    "an admonition in a tab": ('=== "A"\n\n    !!! tip\n\n{8}', ".tabbed-block .admonition"),
    "a definition": ("term\n:   text\n\n{4}", "dd"),
    "HTML": ('<div class="x" markdown>\n\n{}\n\n</div>', "div.x"),
}


def put(place, block):
    template = PLACES[place][0]
    for name, prefix in {
        "{}": "",
        "{4}": " " * 4,
        "{8}": " " * 8,
        "{>}": "> ",
        "{>>}": "> > ",
        "{    >}": "    > ",
    }.items():
        if name in template:
            lines = "\n".join(f"{prefix}{line}".rstrip() for line in block.split("\n"))
            return template.replace(name, lines)
    raise AssertionError(place)
