"""Formulas as pure functions of numbers: Wilson, Clopper–Pearson, Jeffreys, Newcombe."""
