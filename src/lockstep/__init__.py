"""Documentation that stays true in every language."""

__version__ = "0.1.0"
