"""Question → answer: recorded, simulated, and OpenAI-compatible models."""
