"""Everything a group does, in chat terms, for every platform alike."""
