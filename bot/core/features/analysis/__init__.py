"""`/analysis`: a finished game looked at again."""
