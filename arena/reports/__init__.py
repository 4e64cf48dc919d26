"""What people see of a tournament: progress while it runs, tables at its end. One file a report."""
