"""Benchmarks: one file of numbers, rendered in every language."""
