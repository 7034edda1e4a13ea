"""The printed map, counters, charts and scenarios, read from `data/trap`."""
