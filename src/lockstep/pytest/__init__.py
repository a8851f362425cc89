"""The adapter for pytest."""
