"""The codes of LS1 about programs: their regions, and what readers copy of them."""

from __future__ import annotations

from lockstep.messages import mark as _
from lockstep.rules import Example, Rule

# A program of one passage and of two, and the pages that show them.
ONE = """\
# --8<-- [start:double]
import torch

double = torch.compile(lambda x: 2 * x)
y = double(torch.ones(1))
# --8<-- [end:double]

from lockstep.proof import graphs

graphs(1)
assert y == 2
"""
TWO = """\
# --8<-- [start:double]
import torch

double = torch.compile(lambda x: 2 * x)
# --8<-- [end:double]
# --8<-- [start:call]
y = double(torch.ones(1))
# --8<-- [end:call]

from lockstep.proof import graphs

graphs(1)
assert y == 2
"""
PAGE = """\
# Double { #double }

```python
--8<-- "double.py:double"
```
"""
PAGE_OF_TWO = f"""\
{PAGE}
```python
--8<-- "double.py:call"
```
"""
PROGRAM = "snippets/double.py"
SHOWS_ONE = {"docs/en/double.md": PAGE}
SHOWS_TWO = {"docs/en/double.md": PAGE_OF_TWO}

RULES: tuple[Rule, ...] = (
    Rule(
        "LS101",
        _("Unusable name of a region"),
        _(
            "Pages ask for a region by its name, which is a letter, then letters, digits, `-` and `_`. Under another "
            "name the passage cannot be shown: rename it in both markers."
        ),
        Example(
            {PROGRAM: TWO.replace(":call]", ":2nd call]")},
            "snippets/double.py:6:17 LS101 '2nd call' is no region name (a letter, then letters, digits, '-' and '_')",
            {PROGRAM: TWO, **SHOWS_TWO},
            SHOWS_ONE,
        ),
    ),
    Rule(
        "LS102",
        _("Two regions of one name"),
        _(
            "A page that asks for this name could mean either, and gets the first. Give each region of a program a "
            "name of its own, and show both."
        ),
        Example(
            {PROGRAM: TWO.replace(":call]", ":double]")},
            "snippets/double.py:6:17 LS102 region 'double' is there already, since line 1 (rename one)",
            {PROGRAM: TWO, **SHOWS_TWO},
            SHOWS_ONE,
        ),
    ),
    Rule(
        "LS103",
        _("End of a region that is not open"),
        _(
            "An `[end:…]` has no `[start:…]` of the same name above it, or there is one `[end:…]` too many. Add the "
            "beginning, or delete the end."
        ),
        Example(
            {PROGRAM: ONE.replace("\nfrom", "# --8<-- [end:double]\nfrom")},
            "snippets/double.py:7:15 LS103 region 'double' ends here but is not open (add [start:double] above)",
            {PROGRAM: ONE},
            SHOWS_ONE,
        ),
    ),
    Rule(
        "LS104",
        _("Region that is never closed"),
        _(
            "Nothing says where the passage ends and the proof begins, so it cannot be shown. Add the `[end:…]` of the "
            "same name on a line of its own."
        ),
        Example(
            {PROGRAM: TWO.replace("# --8<-- [end:call]\n", "")},
            "snippets/double.py:6:17 LS104 region 'call' is never closed (add [end:call] below)",
            {PROGRAM: TWO, **SHOWS_TWO},
            SHOWS_ONE,
        ),
    ),
    Rule(
        "LS105",
        _("Code that is hidden from readers"),
        _(
            "A program runs from its first line to its last, but readers see only the passages. Code before or between "
            "them would make the program pass and their copy fail. Move it into a passage, or below the last one if it "
            "belongs to the proof."
        ),
        Example(
            {PROGRAM: TWO.replace("# --8<-- [start:call]", "torch.manual_seed(0)\n# --8<-- [start:call]")},
            "snippets/double.py:6:1 LS105 code before or between passages is hidden from readers (move it into a "
            "passage, or below the last one)",
            {PROGRAM: TWO.replace("# --8<-- [start:call]", "# --8<-- [start:call]\ntorch.manual_seed(0)")},
            SHOWS_TWO,
        ),
    ),
    Rule(
        "LS106",
        _("Marker of a region that cannot be read"),
        _(
            "The line can only be meant for a marker, but has another form: a bracket is missing, or code stands on it "
            "too. In Python a marker is a comment alone on its line, `# --8<-- [start:name]`."
        ),
        Example(
            {PROGRAM: TWO.replace("[end:call]", "[end:call")},
            "snippets/double.py:8:3 LS106 a region's marker that cannot be read (write it alone on its line,"
            " as # --8<-- [start:name])",
            {PROGRAM: TWO, **SHOWS_TWO},
            SHOWS_ONE,
        ),
    ),
    Rule(
        "LS107",
        _("Empty region"),
        _(
            "The markers stand next to each other, and a page that shows the region would show an empty block. Move "
            "them around the code, or delete them."
        ),
        Example(
            {
                PROGRAM: TWO.replace(
                    "y = double(torch.ones(1))\n# --8<-- [end:call]\n",
                    "# --8<-- [end:call]\ny = double(torch.ones(1))\n",
                )
            },
            "snippets/double.py:6:17 LS107 region 'call' is empty (put code into it, or delete it)",
            {PROGRAM: TWO, **SHOWS_TWO},
            SHOWS_ONE,
        ),
    ),
    Rule(
        "LS108",
        _("No folder of programs"),
        _(
            "`snippets` in `[tool.lockstep]` names a folder that is not there, so that no page can show any code. "
            "Create it, or name the folder that has the programs."
        ),
        Example(
            {
                "pyproject.toml": """\
[tool.lockstep]
snippets = "programs"

[tool.lockstep.languages]
en = "en"
pt = "pt-BR"
tr = "tr"
"""
            },
            "programs:1:1 LS108 there is no such folder (create it, or change 'snippets' in [tool.lockstep])",
            {
                "pyproject.toml": """\
[tool.lockstep]
snippets = "snippets"

[tool.lockstep.languages]
en = "en"
pt = "pt-BR"
tr = "tr"
"""
            },
        ),
    ),
    Rule(
        "LS109",
        _("Program that is a link out of its folder"),
        _(
            "A symbolic link in the folder of programs leads to a file elsewhere, which may not be there on another "
            "machine, or be something that is not meant to be published. Put the file itself into the folder."
        ),
    ),
    Rule(
        "LS124",
        _("Name that readers have no value for"),
        _(
            "What readers see, the passages in order, uses a name that nothing in it defines: whoever copies it gets a "
            "`NameError`. Define or import it in a passage, not in the proof."
        ),
        Example(
            {PROGRAM: TWO.replace("torch.ones(1)", "x")},
            "snippets/double.py:7:12 LS124 'x' is undefined in what readers see (define it in a passage)",
            {PROGRAM: TWO.replace("y = double(torch.ones(1))", "x = torch.ones(1)\ny = double(x)")},
            SHOWS_TWO,
        ),
    ),
    Rule(
        "LS125",
        _("Passages that are no Python"),
        _(
            "What readers see does not compile, although the whole program may: a region cuts a statement in two, or "
            "something is mistyped. Draw the region around whole statements."
        ),
        Example(
            {
                PROGRAM: """\
# --8<-- [start:double]
import torch

double = torch.compile(lambda x: 2 * x)
with torch.inference_mode():
# --8<-- [end:double]
    y = double(torch.ones(1))

from lockstep.proof import graphs

graphs(1)
assert y == 2
"""
            },
            "snippets/double.py:5:1 LS125 what readers copy is not Python: expected an indented block after "
            "'with' statement on line 5",
            {
                PROGRAM: """\
# --8<-- [start:double]
import torch

double = torch.compile(lambda x: 2 * x)
with torch.inference_mode():
    y = double(torch.ones(1))
# --8<-- [end:double]

from lockstep.proof import graphs

graphs(1)
assert y == 2
"""
            },
            SHOWS_ONE,
        ),
    ),
    Rule(
        "LS126",
        _("Program that no page shows"),
        _(
            "The program is run at every verification, and nobody reads it. Show its passages on a page, or delete the "
            "file. A file without regions that is no Python, such as a model's configuration, may stand there unseen."
        ),
        Example(
            {PROGRAM: ONE},
            "snippets/double.py:1:1 LS126 no page shows this program (include its passages with --8<-- "
            '"double.py:region", or delete it)',
            SHOWS_ONE,
        ),
    ),
    Rule(
        "LS127",
        _("Region that no page shows"),
        _(
            "Pages show other regions of the program, and not this one: either an include is missing, or the markers "
            "are left over from an earlier text. Include it, or delete its markers."
        ),
        Example(
            {PROGRAM: TWO},
            "snippets/double.py:6:1 LS127 no page shows region 'call' (include it with --8<-- "
            '"double.py:call", or delete its markers)',
            SHOWS_TWO,
            SHOWS_ONE,
        ),
    ),
    Rule(
        "LS128",
        _("Program without a proof"),
        _(
            "That a program runs to its end says little: the page also claims what it does. Below the last passage, "
            "where readers do not see it, check that with `lockstep.proof`."
        ),
        Example(
            {PROGRAM: ONE.partition("\nfrom")[0]},
            "snippets/double.py:6:1 LS128 no proof follows the last passage (assert below it what the text "
            "claims, with lockstep.proof)",
            {PROGRAM: ONE},
            SHOWS_ONE,
        ),
    ),
    Rule(
        "LS129",
        _("Indented region that stands in no other"),
        _(
            "Pages show a region without its indentation. One that continues a block begun in another region is then, "
            "for who copies both, no part of that block. Begin the region where the block begins."
        ),
        Example(
            {
                PROGRAM: """\
# --8<-- [start:double]
import torch

double = torch.compile(lambda x: 2 * x)
with torch.inference_mode():
    x = torch.ones(1)
# --8<-- [end:double]
    # --8<-- [start:call]
    y = double(x)
    # --8<-- [end:call]

from lockstep.proof import graphs

graphs(1)
assert y.is_inference()
"""
            },
            "snippets/double.py:9:1 LS129 an indented region that stands in no other: copied, it is no part "
            "of the block above it (begin a region where the block begins)",
            {
                PROGRAM: """\
# --8<-- [start:double]
import torch

double = torch.compile(lambda x: 2 * x)
x = torch.ones(1)
# --8<-- [end:double]
# --8<-- [start:call]
with torch.inference_mode():
    y = double(x)
# --8<-- [end:call]

from lockstep.proof import graphs

graphs(1)
assert y.is_inference()
"""
            },
            SHOWS_TWO,
        ),
    ),
    Rule(
        "LS131",
        _("Declaration that cannot be used"),
        _(
            "The block `# /// lockstep` says what a program needs, how long it may take, and which error it ends with. "
            "A key that is not known, or a value of another kind, would leave it without effect."
        ),
        Example(
            {PROGRAM: f'# /// lockstep\n# timeout = "10 min"\n# ///\n{ONE}'},
            "snippets/double.py:2:1 LS131 'timeout' must be a number of seconds above 0",
            {PROGRAM: f"# /// lockstep\n# timeout = 600\n# ///\n{ONE}"},
            SHOWS_ONE,
        ),
    ),
    Rule(
        "LS132",
        _("Declaration in a passage"),
        _(
            "The block `# /// lockstep` speaks to the verification. In a passage, readers would see and copy it. Move "
            "it above the first passage."
        ),
        Example(
            {PROGRAM: ONE.replace("import torch\n", '# /// lockstep\n# needs = ["compiler"]\n# ///\nimport torch\n')},
            "snippets/double.py:2:1 LS132 the declaration stands in a passage: readers would copy it (move "
            "it above the first passage)",
            {PROGRAM: f'# /// lockstep\n# needs = ["compiler"]\n# ///\n{ONE}'},
            SHOWS_ONE,
        ),
    ),
)
