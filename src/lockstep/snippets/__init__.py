"""Snippets: what a page shows is what was run."""
