"""What tools read of a site in the place of its HTML: pages as Markdown, an index of them, what a shared link shows."""
