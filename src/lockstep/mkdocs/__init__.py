"""The adapter for MkDocs."""
