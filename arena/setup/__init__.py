"""What a tournament is given: its configuration, bots, house sheets, seed; and what that comes to."""
