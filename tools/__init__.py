"""Tools of development: nothing here is needed to play."""
