"""Facts, terms and documents → questions, one file a family."""
