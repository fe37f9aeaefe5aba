"""What docs/conformance is made with."""
