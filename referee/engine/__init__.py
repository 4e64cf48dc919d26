"""The pure engine of Pitch: sheets, tables and state in, events out. Standard library only; no clock, no chance, no I/O."""
