"""Representative positions of all boards, for documents, review and regression tests."""
