"""A table of results as static HTML: every subset is there, in the page's language and number format."""
