"""Tests of calibration, and calibration beside discrimination."""
