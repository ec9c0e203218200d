"""The knowledge graph: facts, records, the store, the relation lexicon, and their words."""
