"""Tensors of torch, CuPy and JAX, reduced on the device that holds them: small arrays leave it."""
