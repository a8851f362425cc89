"""What a page says about a block of code."""

from __future__ import annotations

from typing import TYPE_CHECKING

from markupsafe import Markup

if TYPE_CHECKING:
    from lockstep.messages import Messages


def not_executable(_: Messages) -> str:
    """Say below a block that it was never run."""
    return Markup('<p class="ls-unverified">{}</p>').format(_("For reading only: this code is not run."))
