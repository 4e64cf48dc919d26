"""Playing a tournament: matches at once, referees, processes, the early stop."""
