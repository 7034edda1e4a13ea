"""The commands written by hand, `/game`: a file for each of its groups."""
