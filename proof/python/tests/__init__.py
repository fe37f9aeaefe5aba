"""The tests of the second checker."""
