"""The variants: one module each, found by the catalogue."""
