"""A documentation site in twelve languages, made from a seed, and the same site with faults planted in it.

The site is made to be clean, and to hold what could be taken for a fault. A fault is planted in a place of its own and
knows which findings speak of it: their codes and lines. So what a check finds, misses and raises in vain is counted.
"""
