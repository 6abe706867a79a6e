"""Development tools; playing needs none of them."""
