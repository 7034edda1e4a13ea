"""Tiny titles for tests of the kernel and of the laws."""
