"""The desk: a game in memory, and one order after another that is read, judged, resolved and written down."""
