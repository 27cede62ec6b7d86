"""The command line's commands: each describes its own words and options, runs, and says what it did."""
