"""The formats of files as JSON schemas, and tables of decisions."""
