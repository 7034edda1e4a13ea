"""What is printed: the map, the counters, the charts and the scenarios, read from `data/trap`."""
