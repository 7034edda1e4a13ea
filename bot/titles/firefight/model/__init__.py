"""Every noun that is kept."""
