"""Rule tests, each named after the paragraph of docs/rules.md that it shows."""
