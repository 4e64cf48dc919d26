"""The steps of a conformance run, one module for each group of them. `ALL` of `catalogue.py` has their order."""
