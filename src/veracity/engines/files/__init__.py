"""Which files are meant, what kind they are, and what is wrong with them."""
