"""The formulas of intervals as pure functions of numbers."""
