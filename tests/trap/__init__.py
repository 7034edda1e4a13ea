"""Tests of Into a Bear Trap."""
