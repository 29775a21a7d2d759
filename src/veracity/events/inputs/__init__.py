"""What events may be given as: pairs, times, masks, tables, Annotations, files, folders."""
