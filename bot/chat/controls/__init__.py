"""Controls: slash commands made from action classes, and buttons whose meaning is in their id."""
