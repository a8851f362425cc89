"""Measuring: suites of models, run without and with ``torch.compile``, one process per cell.

This package runs in the host (the command line) and never imports torch; ``child`` and ``probe``, with what they import
(``comparing``, ``memory``, ``building``), do, and run only in the processes that it starts.

What a cell goes through, and how it is timed, is told in ``child``; how its process is watched in ``supervising``.
"""
