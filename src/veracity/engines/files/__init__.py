"""Which files are meant, what kind they are, what is wrong with them; Arrow files themselves."""
