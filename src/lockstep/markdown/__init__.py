"""Adapters for Python-Markdown."""
