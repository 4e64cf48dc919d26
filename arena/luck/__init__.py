"""What the cards dealt were worth, so that the luck of the deal can be taken out of a score."""
