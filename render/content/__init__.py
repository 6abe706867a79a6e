"""What a picture shows, and who paints it: scenes, cards' contents, and the protocol of a game's painter."""
