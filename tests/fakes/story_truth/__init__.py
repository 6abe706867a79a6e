"""What makes each kind of sentence of a story true, looked up in the plies and positions of its game alone."""
