"""Every noun of Tide of Iron, all frozen: the table, pending steps, actions, events."""
