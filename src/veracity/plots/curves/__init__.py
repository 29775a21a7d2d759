"""Pictures of curves as data, one file each."""
