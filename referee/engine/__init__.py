"""The pure engine of Pitch: sheets and actions in, events out. Standard library only; no clock, no chance, no I/O."""
