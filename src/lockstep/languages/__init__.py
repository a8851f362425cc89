"""Languages: every section knows what it translates."""
