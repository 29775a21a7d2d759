"""Pictures of events in time as data: timelines, rasters, rules, FROC curves, delays."""
