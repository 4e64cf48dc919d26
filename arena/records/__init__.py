"""What a run leaves: the journal, its folder, the files derived from it, evidence of faults."""
