"""Checking what lies on disk: replay files, the files of a run, and the manifest that has a checksum of each."""
