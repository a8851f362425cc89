"""The C++ compiler that Inductor calls on a CPU."""

from __future__ import annotations

import os
import shutil
import sys

INSTALL_COMPILER = "install g++ (Debian: apt install g++) or clang, or set CXX"


def compiler() -> str | None:
    """Find the C++ compiler that Inductor is to use; torch itself tries one name only."""
    if chosen := os.environ.get("CXX"):
        return shutil.which(chosen)
    names = {"win32": ("cl",), "darwin": ("clang++", "g++")}.get(sys.platform, ("g++", "clang++"))
    return next((found for name in names if (found := shutil.which(name))), None)
