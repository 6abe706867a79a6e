"""Choose colours, and say what they are for."""
