"""What pictures show and who paints them: scenes, cards' contents, and the painter protocol."""
