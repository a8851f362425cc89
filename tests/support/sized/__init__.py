"""A documentation site of any size in three languages, made from a seed, to measure builds with.

It is like a real one where that costs a build time: pages as long as this project's own, sections nested two deep,
passages of programs, tables of results, and some pages that are not translated. Nothing in it is a finding. The same
site can be written without anything of Lockstep, for others to build.
"""
