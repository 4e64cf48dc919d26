"""Golden playthroughs: one whole game of every sheet as a text that a person can follow."""
