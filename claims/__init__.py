"""Text to claims: what an answer says, which entities it names, and what it says of them."""
