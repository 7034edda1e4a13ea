"""Every noun of Strike the Bear, all frozen: the table, pending steps, actions, events."""
