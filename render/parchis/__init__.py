"""The Parchís board, for three to six colours."""
