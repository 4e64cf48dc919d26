"""Looking on: a run's games in a browser (`arena replay serve`) and as they come (`arena watch`). It only reads."""
