"""Exchange with translators: sections go out as units of a PO or XLIFF file, and come back into the pages.

A unit is a whole section. Evidence is kept by section, a section is what a check compares, and a list, a table or a
block of code is whole in it: an import can judge each unit by itself and refuse it by itself. Its first line is the
heading's text, without the signs and the id that an import takes from the page.

What an import has to know again is kept where every tool leaves it alone, in the unit's text and in its context
(``msgctxt``, or the id of a ``trans-unit``). The context names the section and, behind ``@``, the fingerprint of the
translation that was exported. Which source was translated is told by the unit's source text itself. Comments are for
people, and may be lost.
"""
